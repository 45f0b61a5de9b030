/**
 * Finds what numbers a register holds. Registers are typeless, and a load is often of `.u32` or `.b32` whatever it
 * loads; but the instructions that compute with a value know its type. Registers joined by moves count as one. What only
 * passes through shared memory has the type with which it is computed on the other side.
 */
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import { SCALAR_BYTES } from '../parse/types.ts';
import { accessForms, typesOf } from './memory-access.ts';
import { registersOf } from './operand-registers.ts';
import { factorTypes, type PackedType, shiftedHalves } from './packed-types.ts';

const VOTES: Readonly<Partial<Record<ScalarType, Vote>>> = {
  f16: 'f16',
  f16x2: 'f16',
  bf16: 'bf16',
  bf16x2: 'bf16',
  f32: 'f32',
  f64: 'f64',
  s8: 'signed',
  s16: 'signed',
  s32: 'signed',
  s64: 'signed',
  u8: 'unsigned',
  u16: 'unsigned',
  u32: 'unsigned',
  u64: 'unsigned',
};

type Vote = PackedType | 'f32' | 'f64' | 'signed' | 'unsigned';

/** Instructions for which the sign makes a difference; `add.s32` is used for unsigned numbers, too. */
const KNOW_SIGN = new Set(['setp', 'set', 'div', 'rem', 'shr', 'cvt', 'max', 'min', 'abs', 'neg', 'bfe']);
const MOVES = new Set(['mov', 'selp']);
/** Place of the registers among the operands. */
const MATRIX_MOVES: ReadonlyMap<string, number> = new Map([
  ['ldmatrix', 0],
  ['stmatrix', 1],
]);
const HALF_PASSES = 3;

export class ValueTypes {
  readonly #parents = new Map<string, string>();
  readonly #votes = new Map<string, Set<Vote>>();
  /** Registers that are loaded from shared memory, or stored there. */
  readonly #shared = new Set<string>();
  readonly #sharedVotes: ReadonlySet<Vote>;

  constructor(functions: readonly PtxFunction[]) {
    for (const f of functions) {
      for (const instruction of f.instructions) if (MOVES.has(instruction.opcode)) this.#join(f, instruction);
      for (const instruction of f.instructions) {
        if (instruction.opcode === 'mma') this.#voteFactors(f, instruction);
        else this.#vote(f, instruction);
      }
      // A half that is found may be passed on by an instruction further up.
      for (let pass = 0; pass < HALF_PASSES; pass++) this.#voteHalves(f);
    }
    for (const f of functions) for (const instruction of f.instructions) this.#share(f, instruction);
    this.#sharedVotes = this.#votesOf([...this.#shared]);
  }

  /** The type of `bytes`-wide elements that a register holds, or several of its like. */
  elementType(f: PtxFunction, operand: Operand | null, declared: ScalarType | null, bytes: number): ElementType | null {
    const keys = registersOf(operand).map(name => this.#find(keyOf(f, name)));
    const votes = this.#votesOf(keys);
    const own = declared === null ? undefined : VOTES[declared];
    // Plain loads are unsigned by custom, so that only other types tell.
    if (own !== undefined && own !== 'unsigned') votes.add(own);
    const passesThrough = operand === null || keys.some(key => this.#shared.has(key));
    if (passesThrough && ![...votes].some(isReal)) return this.#sharedType(bytes) ?? typeOf(votes, bytes);
    return typeOf(votes, bytes);
  }

  #votesOf(keys: readonly string[]): Set<Vote> {
    return new Set(keys.flatMap(key => [...(this.#votes.get(this.#find(key)) ?? [])]));
  }

  /**
   * Type of what is copied between device memory and shared memory, `bytes` at once: the only real one there, or of
   * several the only packed one, since sums on the way are floats.
   */
  #sharedType(bytes: number): ElementType | null {
    const reals = [...this.#sharedVotes].filter(isReal);
    const packed = reals.filter(vote => vote !== 'f32' && vote !== 'f64');
    const [type] = reals.length === 1 ? reals : packed.length === 1 ? packed : [];
    return type !== undefined && ELEMENT_BYTES[type] <= bytes ? type : null;
  }

  #share(f: PtxFunction, instruction: Instruction): void {
    const { opcode, modifiers, operands } = instruction;
    if (!modifiers.some(modifier => modifier.startsWith('shared'))) return;
    const data = MATRIX_MOVES.get(opcode);
    const held = data === undefined ? accessForms(f, instruction).map(form => form.data) : [operands[data]];
    for (const name of held.flatMap(registersOf)) this.#shared.add(this.#find(keyOf(f, name)));
  }

  #voteHalves(f: PtxFunction): void {
    const has = (vote: Vote) => (operand: Operand) =>
      registersOf(operand).some(name => this.#votes.get(this.#find(keyOf(f, name)))?.has(vote));
    const known = { isFloat: has('f32'), isHalf: has('bf16') };
    for (const instruction of f.instructions) {
      const halves = shiftedHalves(instruction, known).flatMap(registersOf);
      for (const name of halves) this.#count(f, name, 'bf16');
    }
  }

  #join(f: PtxFunction, { operands }: Instruction): void {
    const [target, ...from] = operands;
    for (const name of registersOf(target)) {
      for (const other of from.flatMap(registersOf)) {
        const [a, b] = [this.#find(keyOf(f, name)), this.#find(keyOf(f, other))];
        if (a !== b) this.#parents.set(a, b);
      }
    }
  }

  #find(key: string): string {
    let root = key;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    return root;
  }

  #vote(f: PtxFunction, instruction: Instruction): void {
    const { opcode, modifiers, operands } = instruction;
    const types = typesOf(instruction);
    const last = types.at(-1);
    if (last === undefined || opcode === 'ld' || opcode === 'st' || MOVES.has(opcode)) return;
    const knowsSign = KNOW_SIGN.has(opcode) || modifiers.includes('wide') || modifiers.includes('hi');
    const votes = (type: ScalarType): Vote | undefined => {
      const vote = VOTES[type];
      return vote === 'signed' || vote === 'unsigned' ? (knowsSign ? vote : undefined) : vote;
    };
    operands.forEach((operand, i) => {
      const isResult = i === 0 && opcode !== 'red';
      const type = isResult && opcode === 'cvt' ? types[0] : last;
      const vote = isResult && modifiers.includes('wide') ? undefined : votes(type);
      if (vote !== undefined) for (const name of registersOf(operand)) this.#count(f, name, vote);
    });
  }

  #voteFactors(f: PtxFunction, instruction: Instruction): void {
    const types = factorTypes(instruction);
    for (const [i, operand] of instruction.operands.entries()) {
      const type = types[i] ?? null;
      if (type !== null) for (const name of registersOf(operand)) this.#count(f, name, type);
    }
  }

  #count(f: PtxFunction, name: string, vote: Vote): void {
    const root = this.#find(keyOf(f, name));
    const votes = this.#votes.get(root);
    if (votes) votes.add(vote);
    else this.#votes.set(root, new Set([vote]));
  }
}

const keyOf = (f: PtxFunction, register: string): string => `${f.name} ${register}`;

/** Floats first: a float's bits are moved and masked as integers, an integer is never computed with as a float. */
function typeOf(votes: ReadonlySet<Vote>, bytes: number): ElementType | null {
  if (bytes === 8 && votes.has('f64')) return 'f64';
  if (bytes === 4 && votes.has('f32')) return 'f32';
  const packed = bytes === 2 || bytes === 4 ? PACKED.find(type => votes.has(type)) : undefined;
  if (packed !== undefined) return packed;
  const integers = INTEGERS[bytes];
  if (integers === undefined) return null;
  return votes.has('signed') ? integers[0] : votes.has('unsigned') ? integers[1] : integers[2];
}

const PACKED = ['f16', 'bf16', 'e4m3', 'e5m2', 's8', 'u8'] as const;

const isReal = (vote: Vote): vote is Exclude<Vote, 'signed' | 'unsigned'> => vote !== 'signed' && vote !== 'unsigned';

/** Signed, unsigned, and what is likely when nothing tells. */
const INTEGERS: Readonly<Record<number, readonly [ElementType, ElementType, ElementType]>> = {
  1: ['s8', 'u8', 'u8'],
  2: ['s16', 'u16', 'u16'],
  4: ['s32', 'u32', 's32'],
  8: ['s64', 'u64', 's64'],
};

/** Bytes of one element of an access. */
export const elementBytes = (type: ScalarType | null, bytes: number): number =>
  type === null ? bytes : SCALAR_BYTES[type];
