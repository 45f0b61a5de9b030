/** The operands of one instruction as slots, and what has to make some of them when the instruction is carried out. */
import type { Run } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Operand } from '../parse/ast.ts';
import { type OperandKind, planesOf } from './effect.ts';
import { bitsOfFloat, doubleOfWords, floatOfBits, highWordOfDouble, lowWordOfDouble } from './float.ts';
import type { Linker } from './linker.ts';
import { refuse } from './refusal.ts';
import { SINK_SLOT } from './slots.ts';
import { clockWords, isClock, lookAtClock } from './special-registers.ts';

/** Of the kinds that narrower registers cannot hold; a word (`s32`, `u32`) also stands for typeless 16 bits. */
const LEAST_BITS: Readonly<Partial<Record<OperandKind, number>>> = {
  f32: 32,
  f16x2: 32,
  bf16x2: 32,
  f16: 16,
  bf16: 16,
};

export class OperandSlots {
  readonly #link: Linker;
  /** Prepare operands that are in no plane: complements of predicates, the time. */
  readonly #preparations: ((warp: Warp) => void)[] = [];

  constructor(link: Linker) {
    this.#link = link;
  }

  /** `mayBeWider`: of a register of 64 bits, the low 32 will do. */
  source(operand: Operand, kind: OperandKind, mayBeWider = false): number {
    switch (operand.kind) {
      case 'register':
        return this.#register(operand.name, kind, mayBeWider);
      case 'negated':
        return kind === 'pred' ? this.#complement(operand.name) : refuse('only a predicate can be negated');
      case 'integer':
        return this.#link.slots.constant(planesOf(kind) === 2 ? words64(operand.value) : words32(operand.value));
      case 'float':
        return this.#link.slots.constant(floatWords(operand, kind));
      case 'special':
        return this.#special(operand.name, kind);
      case 'symbol':
        return this.#link.addressSlot(operand.name, operand.addend, kind);
      default:
        return refuse(`a ${operand.kind} operand cannot be read here`);
    }
  }

  destination(operand: Operand, kind: OperandKind): number {
    if (operand.kind === 'sink') return SINK_SLOT;
    if (operand.kind !== 'register') return refuse('the destination is no register');
    return this.#register(operand.name, kind);
  }

  /** `run`, after the operands that are prepared at each execution. */
  afterPreparations(run: Run): Run {
    const preparations = this.#preparations;
    if (preparations.length === 0) return run;
    return (warp, operation, mask) => {
      for (const prepare of preparations) prepare(warp);
      return run(warp, operation, mask);
    };
  }

  #complement(name: string): number {
    const slot = this.#link.slots.predicate();
    const of = this.#register(name, 'pred');
    this.#preparations.push(({ r }) => {
      r[slot] = ~r[of];
    });
    return slot;
  }

  #register(name: string, kind: OperandKind, mayBeWider = false): number {
    const { slot, bits } = this.#link.register(name);
    const planes = planesOf(kind);
    const most = mayBeWider ? 64 : 32;
    const fits =
      kind === 'pred'
        ? bits === 0
        : planes === 1
          ? bits >= (LEAST_BITS[kind] ?? 1) && bits <= most
          : bits === planes * 32;
    return fits ? slot : refuse(`register ${name} has the wrong width`);
  }

  #special(name: string, kind: OperandKind): number {
    if ((kind === 'pred') !== (name === '%is_explicit_cluster'))
      return refuse(`special register ${name} is ${kind === 'pred' ? 'no' : 'a'} predicate`);
    const planes = planesOf(kind);
    if (!isClock(name)) {
      return this.#link.special(name, planes) ?? refuse(`special register ${name} is not implemented`);
    }
    // A plane more than the clock fills stays zero.
    const slot = this.#link.slots.planes(Math.max(planes, clockWords(name)));
    this.#preparations.push(warp => lookAtClock(warp, name, slot));
    return slot;
  }
}

/** A constant of the other size is converted (manual, "Constants"). */
function floatWords(operand: Extract<Operand, { kind: 'float' }>, kind: OperandKind): number[] {
  const [low, high = 0] = words64(operand.pattern);
  if (kind === 'f32' && operand.bits === 64) return [bitsOfFloat(doubleOfWords(low, high))];
  if (kind === 'f64' && operand.bits === 32) {
    const value = floatOfBits(low);
    return [lowWordOfDouble(value), highWordOfDouble(value)];
  }
  if (planesOf(kind) === 2) return operand.bits === 64 ? words64(operand.pattern) : refuse('needs a 64-bit float');
  return operand.bits === 32 ? words32(operand.pattern) : refuse('needs a 32-bit float');
}

const words32 = (value: bigint): number[] => [Number(BigInt.asIntN(32, value))];
const words64 = (value: bigint): number[] => [...words32(value), Number(BigInt.asIntN(32, value >> 32n))];
