/**
 * The exchange of a skinny dimension, step by step.
 *
 * Skinny in the input: extent k = o * g, where o is odd and g (1, 2, 4 or 8) divides a warp. Element e = row * k + column
 * is read into register e / 32 of lane e % 32. Since g divides 32, a lane has only the columns of its own residue modulo
 * g, and any o consecutive registers of it hold o different ones:
 *
 *   k = 2        lane 0   1   2   3 …        lane 0   1   2   3 …             lane 0   1   2   3 …
 *   register 0       a0  b0  a1  b1              a0  b0  a1  b1   odd lanes       a0 a16  a1 a17   column a
 *   register 1      a16 b16 a17 b17   lane ^ 1  b16 a16 b17 a17   trade their    b16  b0 b17  b1   column b
 *                                     ------>                     registers ->
 *
 * 1. Shuffles: register j comes from lane ^ (j / o). The first o registers stay. Each lane then has every column once. No
 * method needs fewer shuffles: a lane had o of the k columns, and a shuffle brings it one element.
 * 2. Selects: by the bits of the lane's number below g, groups of o registers trade places; by lane / g modulo o, the
 * registers of each group rotate. Both are fixed for a lane, so each is one conditional move per register.
 * 3. Renaming, which costs nothing: register c is column c, a whole line of the output. Its rows are not in the order of
 * the lanes, which does not matter for coalescing: `rowOf` says where each lane writes.
 *
 * Skinny in the output: the same steps in reverse. Lanes read rows out of order, and write lines in order.
 */
import { LANES } from '../../base/hardware.ts';
import { type Exchange, oddPart } from './exchange.ts';
import { ALL_LANES } from './placement.ts';

/** A step that all lanes of a warp take at once. */
export type ExchangeStep =
  /** `__shfl_xor_sync`: the lane's register takes the value that lane ^ laneXor has in the same register. */
  | { readonly kind: 'shuffle'; readonly register: number; readonly laneXor: number }
  /**
   * In lanes whose bit of the mask is set, register i takes the value of register from[i]. A mask of all lanes is a
   * renaming.
   */
  | { readonly kind: 'select'; readonly lanes: number; readonly from: readonly number[] };

export function exchangeSteps({ lines, skinny }: Pick<Exchange, 'lines' | 'skinny'>): readonly ExchangeStep[] {
  const steps = [...shuffles(lines), ...trades(lines), ...turns(lines), renaming(lines)];
  const moving = steps.filter(step => step.kind === 'shuffle' || step.from.some((from, register) => from !== register));
  return skinny === 'input' ? moving : moving.toReversed().map(backwards);
}

const registersOf = (lines: number): number[] => Array.from({ length: lines }, (_, register) => register);

const lanesWhere = (isOne: (lane: number) => boolean): number =>
  Array.from({ length: LANES }, (_, lane) => (isOne(lane) ? 2 ** lane : 0)).reduce((sum, bit) => sum + bit, 0);

const shuffles = (lines: number): ExchangeStep[] =>
  registersOf(lines)
    .map(register => ({ kind: 'shuffle' as const, register, laneXor: Math.floor(register / oddPart(lines)) }))
    .filter(({ laneXor }) => laneXor > 0);

/** Moves the group that came from lane ^ r to the place that the lowest bits of that lane give. */
function trades(lines: number): ExchangeStep[] {
  const odd = oddPart(lines);
  const steps: ExchangeStep[] = [];
  for (let bit = 1; bit * odd < lines; bit *= 2) {
    const from = registersOf(lines).map(register => (Math.floor(register / odd) ^ bit) * odd + (register % odd));
    steps.push({ kind: 'select', lanes: lanesWhere(lane => (lane & bit) !== 0), from });
  }
  return steps;
}

/** In lanes that lie g apart, the columns of a group are rotated by the same number of registers. */
function turns(lines: number): ExchangeStep[] {
  const odd = oddPart(lines);
  const steps: ExchangeStep[] = [];
  for (let bit = 1; bit < odd; bit *= 2) {
    const from = registersOf(lines).map(register => register - (register % odd) + ((register + odd - bit) % odd));
    steps.push({ kind: 'select', lanes: lanesWhere(lane => (turnOf(lines, lane) & bit) !== 0), from });
  }
  return steps;
}

const renaming = (lines: number): ExchangeStep => ({
  kind: 'select',
  lanes: ALL_LANES,
  from: registersOf(lines).map(column => {
    const [group, index] = groupOf(lines, column, 0);
    return group * oddPart(lines) + index;
  }),
});

/**
 * One of o consecutive registers holds the column: which group of registers, and the index in it, before trades and
 * rotations.
 */
function groupOf(lines: number, column: number, lane: number): [number, number] {
  const odd = oddPart(lines);
  const g = lines / odd;
  const step = LANES / g;
  const wanted = Math.floor(column / g) - Math.floor(lane / g);
  const index = Array.from({ length: odd }, (_, i) => i).findIndex(i => (i * step - wanted) % odd === 0);
  return [(column ^ lane) % g, index];
}

const turnOf = (lines: number, lane: number): number => (oddPart(lines) - groupOf(lines, 0, lane)[1]) % oddPart(lines);

/** Which of the 32 rows of a warp a lane writes when the column fills one register. */
export function rowOf(lines: number, lane: number, column: number): number {
  const [group, index] = groupOf(lines, column, lane);
  const register = group * oddPart(lines) + index;
  return Math.floor((LANES * register + (lane ^ group)) / lines);
}

function backwards(step: ExchangeStep): ExchangeStep {
  if (step.kind === 'shuffle') return step;
  const from = step.from.map((_, register) => step.from.indexOf(register));
  return { ...step, from };
}

/** What the registers of a warp hold after a step, by register and lane. */
export const afterStep = <T>(step: ExchangeStep, registers: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  step.kind === 'shuffle'
    ? registers.map((held, i) => (i === step.register ? held.map((_, lane) => held[lane ^ step.laneXor]) : held))
    : registers.map((held, i) =>
        held.map((own, lane) => (((step.lanes >>> lane) & 1) === 1 ? registers[step.from[i]][lane] : own)),
      );
