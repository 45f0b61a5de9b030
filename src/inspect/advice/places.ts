/**
 * Finds where an advised instruction may go: around two accesses, and then step by step out of the branches in which
 * they stand.
 */
import { isStrong } from '../../ptx/checks/strong-words.ts';
import { SourcePlaces } from '../../ptx/isa/source-places.ts';
import { immediatePostDominators } from '../../ptx/machine/control-flow.ts';
import type { Instruction, Module, PtxFunction } from '../../ptx/parse/ast.ts';
import type { InsertionPoint } from '../../ptx/parse/inserted.ts';
import type { FaultPlace } from '../../trace/fault.ts';
import type { AddedRemedy } from './remedies.ts';

/** Points at which something is added at once, and how a person would say where: "in front of line 12". */
export interface AdvicePlace {
  readonly points: readonly InsertionPoint[];
  readonly words: string;
}

/** The instruction of a place, with the copies that the compiler made of it by unrolling a loop: adding a line changes them all. */
interface Spot {
  readonly fn: PtxFunction;
  readonly places: SourcePlaces;
  readonly indices: readonly number[];
  /** Index of the first instruction. */
  readonly index: number;
}

/** Branches that are left, at most. */
const MOST_LEVELS = 2;

export function functionAt({ functions }: Module, { ptxLine, instruction }: FaultPlace): PtxFunction | null {
  const isIt = (one: Instruction) => one.ptxLine === ptxLine && one.text === instruction;
  return functions.find(({ instructions }) => instructions.some(isIt)) ?? null;
}

function spotAt(module: Module, place: FaultPlace): Spot | null {
  const fn = functionAt(module, place);
  if (fn === null) return null;
  const index = fn.instructions.findIndex(
    ({ ptxLine, text }) => ptxLine === place.ptxLine && text === place.instruction,
  );
  const one = fn.instructions[index];
  const indices = fn.instructions.flatMap((other, i) => (i === index || isCopy(one, other) ? [i] : []));
  return { fn, places: new SourcePlaces(module), indices, index };
}

function isCopy({ location, opcode, modifiers }: Instruction, other: Instruction): boolean {
  if (location === null || other.location === null || opcode !== other.opcode) return false;
  return `${modifiers}` === `${other.modifiers}` && keyOf(location) === keyOf(other.location);
}

const keyOf = ({ file, line, column, inlinedAt }: NonNullable<Instruction['location']>): string =>
  `${file}:${line}:${column}${inlinedAt ? ` ${keyOf(inlinedAt)}` : ''}`;

/** The places at which a remedy is to be tried, the likeliest first; empty where an access is not found in the module. */
export function placesFor(
  at: AddedRemedy['at'],
  module: Module,
  accesses: readonly [FaultPlace, FaultPlace],
): AdvicePlace[] {
  const [first, second] = accesses.map(place => spotAt(module, place));
  if (!first || !second) return [];
  const places = {
    between: () => between(first, second),
    behindFirst: () => [behind(first, 0)],
    beforeSecond: () => [inFront(second, 0)],
    writeAndRead: () => writeAndRead(first, second),
    aroundFlags: () => [aroundFlags(first.fn)],
    behindWaits: () => [aroundAll(second.fn, isCopyWait, 1, 'behind each wait for cp.async')],
    beforeBarriers: () => [aroundAll(second.fn, isBarrier, 0, 'in front of each barrier')],
  }[at]();
  return withoutRepeats(places.filter(place => place !== null));
}

/** The access that comes first in the text need not be the first one in the run. */
function between(a: Spot, b: Spot): (AdvicePlace | null)[] {
  const [x, y] = a.fn === b.fn && a.index > b.index ? [b, a] : [a, b];
  const levels = Array.from({ length: MOST_LEVELS }, (_, i) => i + 1);
  const around = (from: Spot, to: Spot) => [
    behind(from, 0),
    inFront(to, 0),
    ...levels.flatMap(level => [inFront(to, level), behind(from, level)]),
  ];
  // In a loop the second access comes before the first access of the next round.
  return seldomFirst([...around(x, y), ...around(y, x), both(behind(x, 0), behind(y, 0))]);
}

/** A barrier outside a loop, unrolled or not, is better than one in each of its rounds. */
function seldomFirst(places: readonly (AdvicePlace | null)[]): (AdvicePlace | null)[] {
  const oftenness = (place: AdvicePlace | null): number =>
    place === null
      ? 0
      : Math.max(...place.points.map(({ fn, index }) => loopsAround(fn, index))) + (place.points.length > 2 ? 1 : 0);
  return [...places].sort((a, b) => oftenness(a) - oftenness(b));
}

/** How many branches lead back over the point. */
function loopsAround(fn: PtxFunction, index: number): number {
  const isAround = (target: number | undefined, from: number): boolean =>
    target !== undefined && target < index && index <= from;
  return fn.instructions.filter(
    ({ opcode, operands: [label] }, from) =>
      opcode === 'bra' && label?.kind === 'label' && isAround(fn.labels.get(label.name), from),
  ).length;
}

const both = (a: AdvicePlace | null, b: AdvicePlace | null): AdvicePlace | null =>
  a && b && { points: [...a.points, ...b.points], words: `${a.words} and ${b.words}` };

function writeAndRead(first: Spot, second: Spot): (AdvicePlace | null)[] {
  const reads = ({ fn, index }: Spot): boolean => fn.instructions[index].opcode.startsWith('ld');
  const [write, read] = reads(first) ? [second, first] : [first, second];
  return [both(behind(write, 0), inFront(read, 0))];
}

/** Behind what reads flags and locks, and in front of what writes them: an atomic operation may do both. Null where there are none. */
function aroundFlags(fn: PtxFunction): AdvicePlace | null {
  const points = fn.instructions.flatMap(({ opcode, modifiers }, index) => {
    const isAtomic = opcode === 'atom' || opcode === 'red';
    if (!isAtomic && !isStrong(modifiers)) return [];
    const [front, back] = [
      { fn, index },
      { fn, index: index + 1 },
    ];
    return isAtomic ? [front, back] : opcode === 'ld' ? [back] : opcode === 'st' ? [front] : [];
  });
  const words = 'in front of each write of a flag or lock and behind each read of one';
  return points.length === 0 ? null : { points, words };
}

const isCopyWait = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'cp' && (modifiers.includes('wait_group') || modifiers.includes('wait_all'));

const isBarrier = ({ opcode, modifiers }: Instruction): boolean =>
  ((opcode === 'bar' || opcode === 'barrier') && !modifiers.includes('warp')) ||
  (opcode === 'mbarrier' && modifiers.includes('arrive'));

/** `offset`: 0 in front, 1 behind. */
function aroundAll(
  fn: PtxFunction,
  isMeant: (instruction: Instruction) => boolean,
  offset: 0 | 1,
  words: string,
): AdvicePlace | null {
  const points = fn.instructions.flatMap((instruction, i) => (isMeant(instruction) ? [{ fn, index: i + offset }] : []));
  return points.length === 0 ? null : { points, words };
}

/** `level`: how many branches are left. Null where there are not so many. */
function inFront(spot: Spot, level: number): AdvicePlace | null {
  return placeOf(spot, level, 'in front of', ({ index }) => index);
}

function behind(spot: Spot, level: number): AdvicePlace | null {
  return placeOf(spot, level, 'behind', ({ index, rejoin }) => (level === 0 ? index + 1 : rejoin));
}

interface Left {
  readonly index: number;
  readonly rejoin: number;
}

function placeOf(
  { fn, places, indices, index }: Spot,
  level: number,
  side: string,
  pointOf: (left: Left) => number,
): AdvicePlace | null {
  const branches = branchesOf(fn);
  const leave = (from: number): Left | null =>
    level === 0
      ? { index: from, rejoin: from }
      : (branches.filter(b => b.index < from && from < b.rejoin)[level - 1] ?? null);
  const own = leave(index);
  if (own === null) return null;
  const points = indices.flatMap(from => {
    const left = leave(from);
    return left === null ? [] : [{ fn, index: pointOf(left) }];
  });
  const line = lineWords(fn.instructions[own.index], places);
  return { points, words: `${side} ${level === 0 ? '' : 'the branch of '}${line}` };
}

function lineWords({ location, ptxLine, opcode }: Instruction, places: SourcePlaces): string {
  const { line } = places.of(location);
  return line > 0 ? `${opcode === 'bra' ? '' : `the ${opcode} of `}line ${line}` : `line ${ptxLine} of the PTX`;
}

const BRANCHES = new WeakMap<PtxFunction, readonly Left[]>();

/** Branches forward that lanes may take apart, with where they come together again; the innermost first. */
function branchesOf(fn: PtxFunction): readonly Left[] {
  const known = BRANCHES.get(fn);
  if (known) return known;
  const rejoins = immediatePostDominators(fn.instructions, fn);
  const branches = fn.instructions.flatMap(({ opcode, guard }, index) => {
    const isBranch = opcode === 'brx' || (opcode === 'bra' && guard !== null);
    return isBranch && rejoins[index] > index ? [{ index, rejoin: rejoins[index] }] : [];
  });
  branches.reverse();
  BRANCHES.set(fn, branches);
  return branches;
}

function withoutRepeats(places: readonly AdvicePlace[]): AdvicePlace[] {
  const byPoints = new Map<string, AdvicePlace>();
  for (const place of places) {
    const key = place.points.map(({ fn, index }) => `${fn.name} ${index}`).join(', ');
    if (!byPoints.has(key)) byPoints.set(key, place);
  }
  return [...byPoints.values()];
}
