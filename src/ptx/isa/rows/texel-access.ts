/**
 * How texture and surface instructions reach the bytes of an image: through the checks of device memory, like any access. The trace
 * does not show them, for an array on a GPU has an order of its own.
 */
import { lowestBit32 } from '../../../base/bits.ts';
import { access } from '../../machine/access.ts';
import { AccessForm } from '../../machine/access-form.ts';
import { GLOBAL_HIGH } from '../../machine/address-windows.ts';
import type { Memory } from '../../machine/memory.ts';
import type { Operation } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';

type EachLane = (memory: Memory, byteOffset: number, lane: number) => void;

export class TexelAccess {
  /** Two planes for addresses. */
  readonly #planes: number;
  readonly #forms = new Map<string, AccessForm>();

  constructor(form: Form) {
    this.#planes = form.link.rowPlanes;
  }

  /** Sets the lane's next access, as an offset from the start of device memory's arena (which ends below 2^31). */
  place({ r }: Warp, lane: number, byteOffset: number): void {
    r[this.#planes + lane] = byteOffset;
    r[this.#planes + 32 + lane] = GLOBAL_HIGH;
  }

  read(warp: Warp, operation: Operation, mask: number, bytes: number, each: EachLane): void {
    this.#access(warp, operation, mask, this.#form('load', bytes), each);
  }

  write(warp: Warp, operation: Operation, mask: number, bytes: number, each: EachLane): void {
    this.#access(warp, operation, mask, this.#form('store', bytes), each);
    warp.cta.grid.events++;
  }

  #access(warp: Warp, operation: Operation, mask: number, form: AccessForm, each: EachLane): void {
    access(warp, operation, form, mask, ({ at }, _operation, memory, lanes) => {
      for (let m = lanes; m !== 0; m &= m - 1) each(memory, at[lowestBit32(m)], lowestBit32(m));
    });
  }

  #form(kind: 'load' | 'store', widthBytes: number): AccessForm {
    const key = `${kind} ${widthBytes}`;
    const made =
      this.#forms.get(key) ??
      new AccessForm({
        ...{ space: 'global', kind, widthBytes, byteOffset: 0, address: this.#planes, isWide: true },
        ...{ values: [], elementBytes: widthBytes, isObserved: true, isTraced: false },
      });
    this.#forms.set(key, made);
    return made;
  }
}
