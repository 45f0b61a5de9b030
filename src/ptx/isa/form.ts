/**
 * One instruction while it is decoded: its modifiers as a set that the row takes from, its operands as slots. What a row
 * leaves over is refused by name, so no modifier is ever skipped.
 */
import { NO_SLOT, type Operation, type Run } from '../machine/operation.ts';
import type { Instruction, Operand } from '../parse/ast.ts';
import type { Effect, OperandKind } from './effect.ts';
import type { Loop } from './effect-set.ts';
import type { Linker } from './linker.ts';
import { OperandSlots } from './operand-slots.ts';
import { refuse } from './refusal.ts';

const TYPE = /^(pred|[bsu](1|2|4|8|16|32|64|128)|[su]16x2|b?f16(x2)?|f32(x2)?|f64|tf32|ue8m0x2|e\dm\d(x[24])?)$/;

/** The type words among the modifiers, in order. */
export const typesOf = ({ modifiers }: Instruction): string[] => modifiers.filter(m => TYPE.test(m));

export class Form {
  readonly instruction: Instruction;
  readonly operation: Operation;
  readonly link: Linker;
  readonly types: readonly string[];
  readonly #left: Set<string>;
  readonly #slots: OperandSlots;
  #lastRead = -1;

  constructor(instruction: Instruction, operation: Operation, link: Linker) {
    this.instruction = instruction;
    this.operation = operation;
    this.link = link;
    this.#slots = new OperandSlots(link);
    this.types = typesOf(instruction);
    this.#left = new Set(instruction.modifiers.filter(m => !TYPE.test(m)));
  }

  refuse(reason: string): never {
    return refuse(reason);
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

  /** Takes the row's modifiers that have no effect here. */
  takeHints(pattern: RegExp): void {
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

  /** Call this last: it refuses any modifier that no call above has taken. */
  finish(): void {
    if (this.#left.size > 0) this.refuse(`.${[...this.#left].join(', .')} is not implemented`);
  }

  operand(index: number): Operand {
    this.#lastRead = Math.max(this.#lastRead, index);
    return this.instruction.operands[index] ?? this.refuse(`operand ${index + 1} is missing`);
  }

  /** Refuses operands behind the last one that the row has looked at, but for hints of which nobody makes anything. */
  refuseUnread(): void {
    const { opcode, operands, modifiers } = this.instruction;
    const hints = modifiers.includes('L2::cache_hint') || modifiers[0] === 'try_wait' ? 1 : 0;
    const most = this.#lastRead + 1 + hints;
    if (this.#lastRead >= 0 && operands.length > most && !/^(createpolicy|tex|tld4)$/.test(opcode))
      this.refuse(`takes ${most} operands, not ${operands.length}`);
  }

  get operandCount(): number {
    return this.instruction.operands.length;
  }

  /** Slot of a value that is read as `kind`. */
  source(operand: Operand, kind: OperandKind): number {
    return this.#slots.source(operand, kind);
  }

  /** Slot of a register that is written as `kind`; `_` writes to nowhere. */
  destination(operand: Operand, kind: OperandKind): number {
    return this.#slots.destination(operand, kind);
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

  /** Refuses a register of another width, for types that need their own width. */
  requireWidth(operand: Operand, type: string, bits: number): void {
    if (operand.kind === 'register' && this.registerBits(operand) !== bits)
      this.refuse(`.${type} needs a register of ${bits} bits`);
  }

  /**
   * The effect computes the instruction: operand 0 is its destination, the others are its sources in order, whose registers may
   * be wider than what is read of them where `mayBeWider`.
   */
  compute(effect: Effect, operands: readonly Operand[] = this.instruction.operands, mayBeWider = false): Run {
    for (const operand of operands)
      this.#lastRead = Math.max(this.#lastRead, this.instruction.operands.lastIndexOf(operand));
    const [destination, ...sources] = operands;
    if (sources.length !== effect.from.length)
      this.refuse(`takes ${effect.from.length} sources, not ${sources.length}`);
    const o = this.operation;
    if (effect.to !== 'pred') o.d = this.destination(destination, effect.to);
    const slots = effect.from.map((kind, i) => this.#slots.source(sources[i], kind, mayBeWider));
    [o.a = NO_SLOT, o.b = NO_SLOT, o.c = NO_SLOT, o.e = NO_SLOT] = slots;
    return this.loopOf(effect);
  }

  /** The effect tests `sources`; operand 0 is the predicate. */
  computePredicate(test: Effect, sources: readonly Operand[]): Run {
    const o = this.operation;
    o.d = this.destination(this.operand(0), 'pred');
    [o.a = NO_SLOT, o.b = NO_SLOT] = test.from.map((kind, i) => this.source(sources[i], kind));
    const loop = this.loopOf(test);
    return (warp, operation, mask) => {
      const bits = loop(warp, operation, mask);
      warp.r[operation.d] = (warp.r[operation.d] & ~mask) | (bits & mask);
      return 0;
    };
  }

  /** The table effect of that name, or a refusal that says what is missing. */
  effect(name: string): Effect {
    return this.link.effects.named(name) ?? this.refuse(`'${name}' is not implemented`);
  }

  loopOf(effect: Effect): Loop {
    return this.link.effects.loopOf(effect);
  }

  afterPreparations(run: Run): Run {
    return this.#slots.afterPreparations(run);
  }
}
