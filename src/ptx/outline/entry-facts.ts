/**
 * Facts about the instructions of a kernel and of the functions it calls: accesses, comparisons, loads of parameters.
 */
import { MBARRIER_BYTES } from '../../base/hardware.ts';
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import { assertedPredicates } from './asserted.ts';
import type { DataFlow } from './data-flow.ts';
import type { Flow } from './flow.ts';
import { imageHandle } from './image-use.ts';
import { type AddressUse, accessForms, type TensorCopy, tensorCopy } from './memory-access.ts';
import type { SourceSet } from './sources.ts';

export interface MemoryRange {
  readonly byteOffset: number;
  readonly sizeBytes: number;
}
export interface EntryAccess {
  readonly f: PtxFunction;
  readonly instruction: Instruction;
  readonly form: AddressUse;
  readonly flow: Flow;
  readonly byteOffset: number;
}

export interface FactComparison {
  readonly sides: readonly [SourceSet, SourceSet];
  /** Asks for equality, not for an order. */
  readonly isEquality: boolean;
  readonly isOfIntegers: boolean;
  /** The second side, where it is a literal. */
  readonly constant: number | null;
  /** Whether the kernel ends as failed by its outcome. */
  readonly isAsserted: boolean;
}

interface Load extends MemoryRange {
  readonly f: PtxFunction;
  readonly target: Operand;
  readonly type: ScalarType | null;
}

interface MapCopy extends TensorCopy {
  /** Of the map within the parameter; null where that points to the map. */
  readonly byteOffset: number | null;
}

/** These instructions only pass a value on: its use, if any, is elsewhere. */
const COPIES = new Set(['ld', 'st', 'mov', 'call', 'ret']);

export class EntryFacts {
  /** Accesses to shared and global memory. */
  readonly accesses: EntryAccess[] = [];
  /** Sources of the two sides of each comparison. */
  readonly comparisons: FactComparison[] = [];
  /** Sources of the numbers of bits by which something is shifted. */
  shifts: SourceSet = 0n;
  /** Tensor copies, by the parameter that is their map, holds it or points to it. */
  readonly maps = new Map<number, MapCopy[]>();
  /** Texture and surface instructions, by the parameter that is their handle. */
  readonly images = new Map<number, (readonly [PtxFunction, Instruction])[]>();
  /** For each shared variable, by name: offset behind the last byte that constants alone reach. */
  readonly sharedEndBytes = new Map<string, number>();
  /** Loads by parameter. */
  readonly loads = new Map<number, Load[]>();
  /** Sources that reach anything at all. */
  everything: SourceSet = 0n;
  /** Sources that reach addresses, stored values, and comparisons with more than threads, CTAs and constants. */
  effective: SourceSet = 0n;
  readonly #flow: DataFlow;

  constructor(flow: DataFlow) {
    this.#flow = flow;
    for (const f of flow.functions) {
      const asserted = assertedPredicates(f);
      for (const instruction of f.instructions) this.#collect(f, instruction, asserted);
    }
  }

  #collect(f: PtxFunction, instruction: Instruction, asserted: ReadonlySet<string>): void {
    const { opcode, modifiers, operands } = instruction;
    if (!COPIES.has(opcode)) for (const operand of operands) this.everything |= this.#flow.flowOf(f, operand).all;
    const copy = tensorCopy(instruction);
    if (copy !== null) this.#tensorMap(this.#flow.addressFlow(f, copy.map), copy);
    const image = imageHandle(instruction);
    if (image !== null) this.#image(this.#flow.addressFlow(f, image), f, instruction);
    for (const operand of operands) if (operand.kind === 'address') this.#sharedEnd(f, operand);
    if (opcode === 'setp' || opcode === 'set') {
      const isEquality = modifiers[0] === 'eq' || modifiers[0] === 'ne';
      const isAsserted = operands[0].kind === 'register' && asserted.has(operands[0].name);
      const sides = [this.#flow.flowOf(f, operands[1]).all, this.#flow.flowOf(f, operands[2]).all] as const;
      const isOfIntegers = /^[usb]\d/.test(modifiers.at(-1) ?? '');
      const constant = operands[2]?.kind === 'integer' ? Number(BigInt.asIntN(32, operands[2].value)) : null;
      this.#comparison({ sides, isEquality, isOfIntegers, isAsserted, constant });
    }
    if (opcode === 'shl' || opcode === 'shr') this.shifts |= this.#flow.flowOf(f, operands[2]).base;
    for (const form of accessForms(f, instruction)) this.#access(f, instruction, form);
  }

  /** `x + y == -z` asks whether this is the first thread: that a kernel asks it of an axis needs no threads there. */
  #comparison(comparison: FactComparison): void {
    this.comparisons.push(comparison);
    const [a, b] = comparison.sides;
    if (!this.#flow.sources.isPlace(a | b)) this.effective |= a | b;
  }

  #tensorMap({ base }: Flow, copy: TensorCopy): void {
    const { sources } = this.#flow;
    const places = sources.ofKind(base, 'place').map(({ variable, byteOffset }) => ({
      param: this.#flow.paramOf(variable),
      byteOffset,
    }));
    const pointers = sources.ofKind(base, 'value').map(({ param }) => ({ param, byteOffset: null }));
    for (const { param, byteOffset } of [...places, ...pointers]) {
      if (param !== null) this.maps.set(param, [...(this.maps.get(param) ?? []), { ...copy, byteOffset }]);
    }
  }

  #image({ base }: Flow, f: PtxFunction, instruction: Instruction): void {
    for (const { param } of this.#flow.sources.ofKind(base, 'value')) {
      this.images.set(param, [...(this.images.get(param) ?? []), [f, instruction]]);
    }
  }

  #sharedEnd(f: PtxFunction, address: Extract<Operand, { readonly kind: 'address' }>): void {
    const { base, ahead } = this.#flow.addressFlow(f, address);
    const end = ahead + Number(address.byteOffset) + MBARRIER_BYTES;
    for (const { name } of this.#flow.sources.ofKind(base, 'shared')) {
      this.sharedEndBytes.set(name, Math.max(end, this.sharedEndBytes.get(name) ?? 0));
    }
  }

  #access(f: PtxFunction, instruction: Instruction, form: AddressUse): void {
    const flow = this.#flow.addressFlow(f, form.address);
    const byteOffset = form.address.kind === 'address' ? Number(form.address.byteOffset) : 0;
    const isOwn = this.#flow.sources.ofKind(flow.base, 'place').length > 0;
    if (instruction.opcode === 'ld') this.#load(f, instruction.operands[0], form);
    if (isOwn) {
      // Which element of a parameter it is.
      this.effective |= flow.all;
      return;
    }
    this.accesses.push({ f, instruction, form, flow, byteOffset });
    // A compare-and-swap has two values.
    const values = form.atomic ? instruction.operands.slice(1) : [form.data ?? undefined];
    const reaching = values.reduce((all, value) => all | this.#flow.flowOf(f, value).all, flow.all);
    this.everything |= reaching;
    this.effective |= reaching;
  }

  /** Notes loads of parameters, perhaps by way of a copy, and of records behind them. */
  #load(f: PtxFunction, target: Operand, { type }: AddressUse): void {
    for (const element of target.kind === 'vector' ? target.elements : [target]) {
      const values = this.#flow.sources.ofKind(this.#flow.flowOf(f, element).base, 'value');
      if (values.length !== 1) continue;
      const [{ param, byteOffset, sizeBytes }] = values;
      const loads = this.loads.get(param) ?? [];
      this.loads.set(param, loads);
      loads.push({ byteOffset, sizeBytes, f, target: element, type });
    }
  }
}
