/**
 * Whether floats that race differ by rounding only. The launch runs again with each result of f32 arithmetic moved by one unit in
 * its last place, up or down by lot (Monte Carlo arithmetic: Parker 1997; CESTAC: Vignes 1993). That moves a sum about as far as
 * rounding may have: lanes that add the same numbers in another order differ by no more than some such moves, however much the sum
 * cancels, and values that only happen to lie near each other stay as far apart as they are.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { StateSpace } from '../machine/address-windows.ts';
import { NO_SLOT, type Operation, type Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Warp } from '../machine/warp.ts';
import type { Listener } from '../machine/watch-both.ts';
import type { Module } from '../parse/ast.ts';
import { floatOf } from './rounding.ts';
import { numberOf, operationsOf, type Race, VisitCounts } from './visit-counts.ts';

/** Errors of one direction add up to more than those that go either way: a chain of 1000 equal ones to some 16 times as much. */
const MOST_MOVES = 16;

/** Most sums of each store that are checked. */
const MOST_SUMS = 2 ** 12;

/** Whom a lane's value races with: another lane of the store, or who wrote the word of shared memory. */
export type Opponent = { readonly lane: number } | { readonly byteOffset: number };

interface Sum {
  readonly lane: number;
  /** Slot of the value's register word. */
  readonly slot: number;
  readonly opponent: Opponent;
  readonly value: number;
  readonly other: number;
  /** How far one of the two has moved. */
  moved: number;
  /** Runs in which it was stored again. */
  runs: number;
}

const valuesOf = ({ f, cta }: Warp, slot: number, lane: number, opponent: Opponent): [number, number] => [
  f[slot + lane],
  'lane' in opponent ? f[slot + opponent.lane] : floatOf(cta.shared.i32[opponent.byteOffset >> 2]),
];

export class RacingSums implements Listener {
  readonly #pcs: ReadonlySet<number>;
  readonly #visits = new VisitCounts();
  /** Sums by instruction, warp and visit. */
  readonly #sums = new Map<string, Sum[]>();
  /** Counts by instruction. */
  readonly #counts = new Map<number, number>();
  #runs = 0;

  constructor(races: readonly Race[], program: Program, files: Module['files']) {
    this.#pcs = operationsOf(races, program, files);
  }

  /** The program, with the visits of its stores counted. */
  counting(program: Program): Program {
    return this.#visits.counting(program, ({ pc }) => this.#pcs.has(pc));
  }

  /** A lane is about to store another value than its opponent. */
  note(warp: Warp, pc: number, lane: number, slot: number, opponent: Opponent): void {
    const count = this.#counts.get(pc) ?? 0;
    if (count === MOST_SUMS) return;
    this.#counts.set(pc, count + 1);
    const key = this.#keyOf(pc, warp);
    const [value, other] = valuesOf(warp, slot, lane, opponent);
    const sums = this.#sums.get(key) ?? [];
    this.#sums.set(key, sums);
    sums.push({ lane, slot, opponent, value, other, moved: 0, runs: 0 });
  }

  /** The program, in which results are moved; the object is to be told of its accesses. */
  moving(program: Program, seed: number): Program {
    this.#runs++;
    let lot = seed;
    const isUp = (): boolean => {
      lot = (Math.imul(lot, 1664525) + 1013904223) | 0;
      return lot < 0;
    };
    const counted = (operation: Operation): boolean => this.#pcs.has(operation.pc) || planesOf(operation) > 0;
    return this.#visits.counting(program, counted, run => moved(run, isUp));
  }

  accessed(warp: Warp, { pc }: Operation, _form: AccessForm, space: StateSpace | 'cluster', _mask: number): void {
    if (space !== 'shared' || !this.#pcs.has(pc)) return;
    for (const sum of this.#sums.get(this.#keyOf(pc, warp)) ?? []) {
      const [value, other] = valuesOf(warp, sum.slot, sum.lane, sum.opponent);
      sum.moved = Math.max(sum.moved, Math.abs(value - sum.value), Math.abs(other - sum.other));
      sum.runs++;
    }
  }

  /** Whether no two differ by more than some moves. */
  get isRounding(): boolean {
    const isOne = ({ value, other, moved, runs }: Sum): boolean =>
      runs === this.#runs && Math.abs(value - other) <= MOST_MOVES * moved;
    return this.#counts.size > 0 && [...this.#sums.values()].every(sums => sums.every(isOne));
  }

  #keyOf(pc: number, warp: Warp): string {
    return `${pc} ${numberOf(warp)} ${this.#visits.of(pc, warp)}`;
  }
}

const ROUNDS = new Set([
  'add',
  'sub',
  'mul',
  'fma',
  'mad',
  'div',
  'sqrt',
  'rcp',
  'rsqrt',
  'ex2',
  'lg2',
  'sin',
  'cos',
  'tanh',
]);

/** Number of f32 numbers that the instruction rounds; 0 for other instructions. */
function planesOf({ d, source: { opcode, modifiers } }: Operation): number {
  if (d === NO_SLOT || !ROUNDS.has(opcode)) return 0;
  if (modifiers.includes('f32x2')) return 2;
  return modifiers.includes('f32') ? 1 : 0;
}

const moved =
  (run: Run, isUp: () => boolean): Run =>
  (warp, operation, mask) => {
    const result = run(warp, operation, mask);
    for (let plane = 0; plane < planesOf(operation); plane++) move(warp, operation.d + 32 * plane, mask, isUp);
    return result;
  };

/** Zeros, subnormal numbers and what is none stay. */
function move({ r }: Warp, slot: number, mask: number, isUp: () => boolean): void {
  for (let m = mask; m !== 0; m &= m - 1) {
    const at = slot + 31 - Math.clz32(m & -m);
    const exponent = (r[at] >>> 23) & 0xff;
    if (exponent > 0 && exponent < 0xfe) r[at] += isUp() ? 1 : -1;
  }
}
