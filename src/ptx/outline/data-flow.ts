/**
 * Finds the sources that reach each register, in a kernel and all functions that it calls, for any order of execution:
 * a fixed point over all instructions. `base` holds sources that come through additions only, like a pointer on its way
 * to an access.
 */
import { POINTER_BYTES } from '../../base/hardware.ts';
import type { Instruction, Module, Operand, PtxFunction } from '../parse/ast.ts';
import { computedFlow } from './computed-flow.ts';
import { type Flow, goesThrough, NOTHING, unscaled } from './flow.ts';
import { FlowTable } from './flow-table.ts';
import { isIndexed, placesAt } from './indexed-places.ts';
import { accessForms } from './memory-access.ts';
import { NO_RESULT } from './operand-registers.ts';
import { type ArrayShape, OwnMemory } from './own-memory.ts';
import { reachable } from './reachable.ts';
import type { RecordIndex } from './record-index.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import { type SourceSet, Sources } from './sources.ts';
import { ticketVariables } from './tickets.ts';

/** A pass that changes nothing ends it, usually the fourth; this bounds what no compiler writes. */
const MOST_PASSES = 40;

/** Types of loads that pointers are loaded with. */
const WIDE = ['u64', 'b64', 's64'];

const sharedKey = (variable: string): string => `shared ${variable}`;

/** A pointer to records: to what holds pointers. */
export type RecordPointer = ScalarPlace & RecordIndex;

export class DataFlow {
  readonly sources = new Sources();
  /** The kernel first. */
  readonly functions: readonly PtxFunction[];
  /** Pointers that an address conversion gives away. */
  converted: SourceSet = 0n;
  /** Elements of arrays among the parameters, as far as an index leads to them. */
  indexed: SourceSet = 0n;
  readonly #byName: ReadonlyMap<string, PtxFunction>;
  readonly #own = new OwnMemory(this.sources);
  readonly #table: FlowTable;
  readonly #tickets: ReadonlySet<string>;
  readonly records: readonly RecordPointer[];
  /** All sources that are cells. */
  #cells: SourceSet = 0n;

  /**
   * `byName`: the module's functions with a body. `records`: what lies behind these pointers counts as further parameters, behind the
   * kernel's own in that order.
   */
  constructor(
    module: Module,
    entry: PtxFunction,
    byName: ReadonlyMap<string, PtxFunction>,
    records: readonly RecordPointer[] = [],
  ) {
    this.#byName = byName;
    this.records = records;
    this.functions = reachable(entry, this.#byName);
    this.#table = new FlowTable(this.sources, module, this.functions);
    this.#tickets = ticketVariables(this.functions);
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      this.#table.changed = false;
      for (const f of this.functions) for (const instruction of f.instructions) this.#step(f, instruction);
      if (!this.#table.changed) break;
    }
  }

  flowOf(f: PtxFunction, operand: Operand | undefined): Flow {
    return this.#table.flowOf(f, operand);
  }

  /** Flow to the address of an access. */
  addressFlow(f: PtxFunction, address: Operand): Flow {
    return this.#table.addressFlow(f, address);
  }

  /** Index of the parameter of that name; null for other variables. */
  paramOf(variable: string): number | null {
    return this.#table.paramOf(variable);
  }

  #step(f: PtxFunction, instruction: Instruction): void {
    const { opcode, operands } = instruction;
    if (opcode === 'call') this.#call(f, instruction);
    else if (opcode === 'ld' || opcode === 'ldu') this.#load(f, instruction);
    else if (opcode === 'st') this.#store(f, instruction);
    else if (opcode === 'atom') this.#table.set(f, operands[0], this.#loaded(f, instruction));
    else if (!NO_RESULT.has(opcode)) this.#compute(f, instruction);
  }

  #compute(f: PtxFunction, instruction: Instruction): void {
    const { opcode, modifiers, operands } = instruction;
    const flow = computedFlow(
      this.sources,
      opcode,
      operands,
      operands.map(operand => this.flowOf(f, operand)),
    );
    if (opcode === 'cvta' && modifiers.includes('global')) this.converted |= flow.base;
    const indices = this.#indicesIn(f, instruction);
    const constant = operands[2];
    const sign = opcode === 'add' ? 1 : opcode === 'sub' ? -1 : 0;
    const moves = sign !== 0 && constant?.kind === 'integer';
    const byteOffset = moves ? sign * Number(BigInt.asIntN(32, constant.value)) : 0;
    const pointers = { ...flow, base: flow.base & ~indices };
    // Of an array, whose pointer a loop may step on and on, it is known how far ahead it is.
    const isFixed = this.sources.ofKind(pointers.base, 'place').length > 0 && !isIndexed(this.sources, pointers);
    const place = isFixed ? { ...this.#table.moved(pointers, byteOffset), ahead: 0, leastAhead: 0 } : pointers;
    this.#table.set(f, operands[0], place);
  }

  /** Cells that an addition to a pointer shows to be no pointers themselves. */
  #indicesIn(f: PtxFunction, { opcode, operands: [, a, b] }: Instruction): SourceSet {
    if (opcode !== 'add' || this.#cells === 0n) return 0n;
    const [left, right] = [this.flowOf(f, a).base, this.flowOf(f, b).base];
    const beside = (pointer: SourceSet, other: SourceSet): SourceSet =>
      (pointer & this.converted & ~this.#cells) === 0n ? 0n : other & this.#cells;
    return beside(left, right) | beside(right, left);
  }

  /**
   * Flow of a load. From a call's slot: what was put there; from a parameter or own memory: what it holds; otherwise
   * data.
   */
  #load(f: PtxFunction, instruction: Instruction): void {
    const [form] = accessForms(f, instruction);
    if (form?.address.kind !== 'address') return;
    const { address } = form;
    const target = instruction.operands[0];
    if (address.base !== null && this.#tickets.has(address.base.name)) {
      this.#table.set(f, target, unscaled(this.sources.bit({ kind: 'cta', axis: 'x' })));
      return;
    }
    const slot = address.base?.kind === 'symbol' ? this.#table.get(f, address.base.name) : NOTHING;
    const isSlot = instruction.modifiers.includes('param') && address.base?.kind === 'symbol';
    if (slot !== NOTHING || (isSlot && (f !== this.functions[0] || this.paramOf(address.base.name) === null))) {
      this.#table.set(f, target, slot);
      return;
    }
    const at = this.addressFlow(f, address);
    const places = placesAt(this.sources, at);
    const records = places.length === 0 ? this.#recordsAt(at, Number(address.byteOffset)) : [];
    if (places.length + records.length === 0) {
      const passed = this.#passedOn(at, Number(address.byteOffset), form.bytes, target);
      this.#table.set(f, target, passed ?? this.#loaded(f, instruction));
    }
    const targets = target.kind === 'vector' ? target.elements : [target];
    const sizeBytes = form.bytes / targets.length;
    const isOfArray = isIndexed(this.sources, at);
    targets.forEach((element, i) => {
      for (const { variable, byteOffset } of places) {
        const offset = byteOffset + i * sizeBytes;
        const held = this.#held(variable, offset, sizeBytes);
        this.#table.set(f, element, held);
        if (!isOfArray) continue;
        if (this.paramOf(variable) !== null) this.indexed |= held.base;
        this.#table.set(f, element, this.#own.loadAny(variable, offset, sizeBytes));
      }
      for (const { param, byteOffset } of records)
        this.#table.set(f, element, this.#valueAt({ param, byteOffset: byteOffset + i * sizeBytes }, sizeBytes));
    });
  }

  /** The parameter, or the field of a record, that each element of a load holds unchanged; null for other elements. */
  cellsOf(f: PtxFunction, instruction: Instruction): readonly (ScalarPlace | null)[] {
    const [target] = instruction.operands;
    const elements = target?.kind === 'vector' ? target.elements : [target];
    const [form] = accessForms(f, instruction);
    const at = form?.address.kind === 'address' ? this.addressFlow(f, form.address) : NOTHING;
    const [place, ...others] = placesAt(this.sources, at);
    const param = place && others.length === 0 ? this.paramOf(place.variable) : null;
    return elements.map((element, i) => {
      const ahead = ((form?.bytes ?? 0) * i) / elements.length;
      // Also where the register has other values before or after.
      if (place && param !== null) return { param, byteOffset: place.byteOffset + ahead };
      const [cell, ...more] = this.sources.of(this.flowOf(f, element).all);
      return cell?.kind === 'value' && more.length === 0 ? { param: cell.param, byteOffset: cell.byteOffset } : null;
    });
  }

  /** Fields of records that lie at an address. */
  #recordsAt(at: Flow, byteOffset: number): ScalarPlace[] {
    if (this.records.length === 0) return [];
    return this.pointersIn(at).flatMap(pointer => {
      const index = this.records.findIndex(record => isSame(record, pointer));
      if (index < 0) return [];
      const { strideBytes } = this.records[index];
      const inRecord = [at.ahead, at.leastAhead].map(ahead => {
        const offset = ahead + byteOffset;
        return strideBytes === null ? offset : ((offset % strideBytes) + strideBytes) % strideBytes;
      });
      return [...new Set(inRecord)].map(offset => ({
        param: this.functions[0].params.length + index,
        byteOffset: offset,
      }));
    });
  }

  /** Places of the pointers by which an address is made. */
  pointersIn(at: Flow): ScalarPlace[] {
    return this.sources
      .ofKind(at.base, 'value')
      .filter(value => value.sizeBytes === POINTER_BYTES && goesThrough(this.converted, at, this.sources.bit(value)))
      .map(({ param, byteOffset }) => ({ param, byteOffset }));
  }

  /** How many elements of an array in the thread's own memory are stored one after the other. */
  ownElements(variable: string, byteOffset: number, shape: ArrayShape): number {
    return this.#own.elements(variable, byteOffset, shape);
  }

  #held(variable: string, byteOffset: number, sizeBytes: number): Flow {
    const param = this.paramOf(variable);
    if (param === null) return this.#own.load(variable, byteOffset, sizeBytes);
    return this.#valueAt({ param, byteOffset }, sizeBytes);
  }

  #valueAt({ param, byteOffset }: ScalarPlace, sizeBytes: number): Flow {
    return unscaled(this.sources.bit({ kind: 'value', param, byteOffset, sizeBytes }));
  }

  #loaded(f: PtxFunction, instruction: Instruction): Flow {
    let [all, base] = [0n, 0n];
    const isPointer = WIDE.some(type => instruction.modifiers.includes(type));
    for (const { address } of accessForms(f, instruction)) {
      const at = this.addressFlow(f, address);
      for (const { param, byteOffset } of this.sources.ofKind(at.base, 'value'))
        all |= this.sources.bit({ kind: 'data', param, byteOffset });
      if (isPointer) for (const place of this.pointersIn(at)) base |= this.sources.bit({ kind: 'cell', ...place });
    }
    this.#cells |= base;
    return { ...NOTHING, base, all: all === 0n ? this.sources.bit({ kind: 'memory' }) : all };
  }

  /** Flow of a store into a call's slot, into the thread's own memory, or into shared memory. */
  #store(f: PtxFunction, instruction: Instruction): void {
    const [address, value] = instruction.operands;
    if (address?.kind !== 'address' || value === undefined) return;
    if (instruction.modifiers.includes('param')) {
      if (address.base?.kind === 'symbol') this.#table.add(f, address.base.name, this.flowOf(f, value));
      return;
    }
    const [form] = accessForms(f, instruction);
    const values = value.kind === 'vector' ? value.elements : [value];
    const sizeBytes = form.bytes / values.length;
    const to = this.addressFlow(f, address);
    values.forEach((element, i) => {
      this.#passOn(f, to, Number(address.byteOffset) + i * sizeBytes, sizeBytes, element);
    });
    for (const { variable, byteOffset } of this.sources.ofKind(to.base, 'place')) {
      values.forEach((element, i) => {
        const at = byteOffset + i * sizeBytes;
        if (this.#own.store(variable, at, sizeBytes, this.flowOf(f, element))) this.#table.changed = true;
      });
    }
  }

  /** A value that one thread leaves in shared memory for others. Null where none is known. */
  #passedOn(at: Flow, byteOffset: number, sizeBytes: number, target: Operand): Flow | null {
    if (target.kind !== 'register') return null;
    const [variable, ...others] = this.sources.ofKind(at.base, 'shared');
    if (variable === undefined || others.length > 0) return null;
    const isIndexed = at.all !== this.sources.bit(variable);
    const key = sharedKey(variable.name);
    const exact = isIndexed ? NOTHING : this.#own.load(key, at.ahead + byteOffset, sizeBytes);
    // Any of the pointers of an array; numbers of an array are data like others.
    const any = sizeBytes === POINTER_BYTES && exact.all === 0n ? this.#own.loadAny(key, 0, sizeBytes) : exact;
    return any.all === 0n && any.base === 0n ? null : any;
  }

  #passOn(f: PtxFunction, at: Flow, byteOffset: number, sizeBytes: number, value: Operand): void {
    const [variable, ...others] = this.sources.ofKind(at.base, 'shared');
    if (variable === undefined || others.length > 0) return;
    const isIndexed = at.all !== this.sources.bit(variable);
    if (isIndexed && sizeBytes !== POINTER_BYTES) return;
    const offset = isIndexed ? byteOffset : at.ahead + byteOffset;
    if (this.#own.store(sharedKey(variable.name), offset, sizeBytes, this.flowOf(f, value))) this.#table.changed = true;
  }

  /** Arguments reach the callee's parameters, and what it returns reaches the slot for it. */
  #call(f: PtxFunction, { operands }: Instruction): void {
    const at = operands.findIndex(operand => operand.kind === 'symbol');
    const named = operands[at];
    const callee = named?.kind === 'symbol' ? this.#byName.get(named.name) : undefined;
    if (callee === undefined) return;
    const names = (list: Operand | undefined) =>
      list?.kind === 'list' ? list.elements.map(e => (e.kind === 'symbol' || e.kind === 'register' ? e.name : '')) : [];
    names(operands[at + 1]).forEach((name, i) => {
      if (callee.params[i]) this.#table.add(callee, callee.params[i].name, this.#table.get(f, name));
    });
    names(at > 0 ? operands[at - 1] : undefined).forEach((name, i) => {
      if (callee.returns[i]) this.#table.add(f, name, this.#table.get(callee, callee.returns[i].name));
    });
  }
}
