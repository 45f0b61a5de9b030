/** Accesses of a CTA's warps as observers see them, with the addresses that the kernel has. */
import type { Access, AccessKind, Space } from '../../trace/access-trace.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import type { Cta } from '../machine/cta.ts';
import { deviceAddress } from '../machine/global-memory.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';

/** The one object that is filled anew for each access. */
interface AccessRecord extends Access {
  cta: number;
  warp: number;
  pc: number;
  space: Space;
  kind: AccessKind;
  widthBytes: number;
  activeMask: number;
  interval: number;
  line: number;
  file: string;
}

export class AccessRecords {
  readonly #cta: Cta;
  readonly #record: AccessRecord = {
    cta: 0,
    warp: 0,
    pc: 0,
    space: 'shared',
    kind: 'load',
    widthBytes: 0,
    activeMask: 0,
    interval: 0,
    line: 0,
    file: '',
    address: new Float64Array(32),
  };

  constructor(cta: Cta) {
    this.#cta = cta;
  }

  /** The record of an access; the next call fills the same object again. */
  filled(warp: Warp, operation: Operation, form: AccessForm, space: Space, mask: number): Access {
    const record = this.#record;
    record.cta = this.#cta.number;
    record.warp = warp.index;
    record.pc = operation.pc;
    record.space = space;
    record.kind = form.kind;
    record.widthBytes = form.widthBytes;
    record.activeMask = mask >>> 0;
    record.interval = warp.interval;
    record.line = operation.line;
    record.file = this.#cta.grid.files.get(operation.file) ?? '';
    if (space === 'cluster') this.#fillClusterAddresses(warp, form);
    else this.#fillAddresses(warp, space);
    for (let m = ~mask; m !== 0; m &= m - 1) record.address[31 - Math.clz32(m & -m)] = -1;
    return record;
  }

  #fillAddresses({ at, index }: Warp, space: StateSpace): void {
    const { address } = this.#record;
    const { sharedBaseBytes, program } = this.#cta.grid;
    const stack = space === 'local' ? program.localBytes : 0;
    const base = space === 'global' ? deviceAddress(0) : space === 'shared' ? sharedBaseBytes : -stack * index * 32;
    for (let l = 0; l < 32; l++) address[l] = at[l] + base - stack * l;
  }

  /** Addresses as the kernel has them, with the CTA's rank. */
  #fillClusterAddresses({ r }: Warp, form: AccessForm): void {
    const { address } = this.#record;
    for (let l = 0; l < 32; l++) address[l] = (r[form.address + l] + form.byteOffset) >>> 0;
  }
}
