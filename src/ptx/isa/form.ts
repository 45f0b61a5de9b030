/**
 * One instruction while it is decoded: its modifiers as a set that the row takes from, its operands as slots. What a row
 * leaves over is refused by name, so no modifier is ever skipped.
 */

import { NO_SLOT, type Operation, type Run } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Instruction, Operand } from '../parse/ast.ts';
import { type Effect, type Kind, planesOf } from './effect.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import type { Linker } from './linker.ts';
import { loopOf } from './loops.ts';
import { SINK_SLOT } from './slots.ts';
import { clockWords, isClock, lookAtClock } from './special-registers.ts';

/** Thrown by rows: the form is not implemented, or the manual does not allow it. Data at the edge of decoding. */
export class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const TYPE = /^(pred|[bsu](2|4|8|16|32|64|128)|[su]16x2|b?f16(x2)?|f32(x2)?|f64|tf32|ue8m0x2|e\dm\dx[24])$/;

export class Form {
  readonly instruction: Instruction;
  readonly operation: Operation;
  readonly link: Linker;
  /** The type words, in order. */
  readonly types: readonly string[];
  readonly #left: Set<string>;
  /** Make operands that no plane holds: complements of predicates, the time. */
  readonly #preparations: ((warp: Warp) => void)[] = [];

  constructor(instruction: Instruction, operation: Operation, link: Linker) {
    this.instruction = instruction;
    this.operation = operation;
    this.link = link;
    this.types = instruction.modifiers.filter(m => TYPE.test(m));
    this.#left = new Set(instruction.modifiers.filter(m => !TYPE.test(m)));
  }

  refuse(reason: string): never {
    throw new Refusal(reason);
  }

  /** True when the modifier was there. */
  take(name: string): boolean {
    return this.#left.delete(name);
  }

  /** The one modifier of the list that is there, or `fallback`; without one it must be there. */
  oneOf<T extends string>(names: readonly T[], fallback?: T): T {
    const found = names.filter(n => this.#left.delete(n));
    if (found.length > 1) this.refuse(`.${found.join(' and .')} exclude each other`);
    const choice = found[0] ?? fallback;
    return choice ?? this.refuse(`needs one of .${names.join(', .')}`);
  }

  /** Takes modifiers that have no effect here: cache and ordering hints of a machine without caches. */
  ignore(pattern: RegExp): void {
    for (const m of [...this.#left]) if (pattern.test(m)) this.#left.delete(m);
  }

  /** Types that the manual has not are refused before a row sees them. */
  requireTypes(allowed: readonly (readonly string[])[]): void {
    this.types.forEach((type, i) => {
      if (!allowed[i]?.includes(type)) this.refuse(`type .${type} does not belong there`);
    });
  }

  /** The only type, or the one at `index`. */
  type(index = 0): string {
    return this.types[index] ?? this.refuse('needs a type');
  }

  /** Whether a type is written at that place. */
  hasType(index: number): boolean {
    return index < this.types.length;
  }

  /** To be called last: whatever nobody took is not implemented. */
  finish(): void {
    if (this.#left.size > 0) this.refuse(`.${[...this.#left].join(', .')} is not implemented`);
  }

  operand(index: number): Operand {
    return this.instruction.operands[index] ?? this.refuse(`operand ${index + 1} is missing`);
  }

  get operandCount(): number {
    return this.instruction.operands.length;
  }

  /** Slot of a value that is read as `kind`. */
  source(operand: Operand, kind: Kind | 'b128'): number {
    switch (operand.kind) {
      case 'register':
        return this.#register(operand.name, kind);
      case 'negated':
        return kind === 'pred' ? this.#complement(operand.name) : this.refuse('only a predicate can be negated');
      case 'integer':
        return this.link.slots.constant(planesOf(kind) === 2 ? words64(operand.value) : words32(operand.value));
      case 'float':
        return this.link.slots.constant(this.#floatWords(operand, kind));
      case 'special':
        return this.#special(operand.name, kind);
      case 'symbol':
        return this.link.addressSlot(operand.name, operand.addend, kind, this);
      default:
        return this.refuse(`a ${operand.kind} operand cannot be read here`);
    }
  }

  /** Slot of a register that is written as `kind`; `_` writes to nowhere. */
  destination(operand: Operand, kind: Kind | 'b128'): number {
    if (operand.kind === 'sink') return SINK_SLOT;
    if (operand.kind !== 'register') return this.refuse('the destination is no register');
    return this.#register(operand.name, kind);
  }

  predicate(operand: Operand): number {
    return operand.kind === 'integer'
      ? this.link.constantPredicate(operand.value !== 0n)
      : this.source(operand, 'pred');
  }

  /** Declared width in bits of a register operand; 0 for a predicate, 64 for `_` (which takes anything). */
  registerBits(operand: Operand): number {
    if (operand.kind === 'sink') return 64;
    if (operand.kind !== 'register') return this.refuse('the operand is no register');
    return this.link.registerBits(operand.name);
  }

  /** The effect computes the instruction: operand 0 is its destination, the others are its sources in order. */
  compute(effect: Effect, operands: readonly Operand[] = this.instruction.operands): Run {
    const [destination, ...sources] = operands;
    if (sources.length !== effect.from.length)
      this.refuse(`takes ${effect.from.length} sources, not ${sources.length}`);
    const o = this.operation;
    if (effect.to !== 'pred') o.d = this.destination(destination, effect.to);
    const slots = effect.from.map((kind, i) => this.source(sources[i], kind));
    [o.a = NO_SLOT, o.b = NO_SLOT, o.c = NO_SLOT, o.e = NO_SLOT] = slots;
    return loopOf(effect);
  }

  /** The effect tests `sources`; operand 0 is the predicate. */
  computePredicate(test: Effect, sources: readonly Operand[]): Run {
    const o = this.operation;
    o.d = this.destination(this.operand(0), 'pred');
    [o.a = NO_SLOT, o.b = NO_SLOT] = test.from.map((kind, i) => this.source(sources[i], kind));
    const loop = loopOf(test);
    return (warp, operation, mask) => {
      const bits = loop(warp, operation, mask);
      warp.r[operation.d] = (warp.r[operation.d] & ~mask) | (bits & mask);
      return 0;
    };
  }

  /** The table effect of that name, or a refusal that says what is missing. */
  effect(name: string): Effect {
    const found = EFFECTS[name as EffectName] as Effect | undefined;
    return found ?? this.refuse(`'${name}' is not implemented`);
  }

  /** `run`, once the operands are there that are made when the instruction is carried out. */
  afterPreparations(run: Run): Run {
    const preparations = this.#preparations;
    if (preparations.length === 0) return run;
    return (warp, operation, mask) => {
      for (const prepare of preparations) prepare(warp);
      return run(warp, operation, mask);
    };
  }

  #complement(name: string): number {
    const slot = this.link.slots.predicate();
    const of = this.#register(name, 'pred');
    this.#preparations.push(({ r }) => {
      r[slot] = ~r[of];
    });
    return slot;
  }

  #register(name: string, kind: Kind | 'b128'): number {
    const { slot, bits } = this.link.register(name);
    const planes = planesOf(kind);
    const fits = kind === 'pred' ? bits === 0 : planes === 1 ? bits > 0 && bits <= 32 : bits === planes * 32;
    return fits ? slot : this.refuse(`register ${name} has the wrong width`);
  }

  #special(name: string, kind: Kind | 'b128'): number {
    if (name === '%is_explicit_cluster' && kind === 'pred') return this.link.constantPredicate(false);
    if (kind === 'pred') return this.refuse(`special register ${name} is no predicate`);
    const planes = planesOf(kind);
    if (!isClock(name)) {
      return this.link.special(name, planes) ?? this.refuse(`special register ${name} is not implemented`);
    }
    // A plane more than the clock fills stays zero.
    const slot = this.link.slots.planes(Math.max(planes, clockWords(name)));
    this.#preparations.push(warp => lookAtClock(warp, name, slot));
    return slot;
  }

  #floatWords(operand: Extract<Operand, { kind: 'float' }>, kind: Kind | 'b128'): number[] {
    if (planesOf(kind) === 2)
      return operand.bits === 64 ? words64(operand.pattern) : this.refuse('needs a 64-bit float');
    return operand.bits === 32 ? words32(operand.pattern) : this.refuse('needs a 32-bit float');
  }
}

const words32 = (value: bigint): number[] => [Number(BigInt.asIntN(32, value))];
const words64 = (value: bigint): number[] => [...words32(value), Number(BigInt.asIntN(32, value >> 32n))];
