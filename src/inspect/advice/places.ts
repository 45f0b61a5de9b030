/**
 * Finds where an advised instruction may go: around two accesses, and then step by step out of the branches in which
 * they stand.
 */
import { isStrong } from '../../ptx/checks/strong-words.ts';
import { InlinedCalls } from '../../ptx/isa/inlined-calls.ts';
import { SourcePlaces } from '../../ptx/isa/source-places.ts';
import type { Instruction, Module, PtxFunction } from '../../ptx/parse/ast.ts';
import type { InsertionPoint } from '../../ptx/parse/inserted.ts';
import type { FaultPlace } from '../../trace/fault.ts';
import { type Branch, branchesOf } from './branches.ts';
import { cutsBetween, leadsTo, onWaysThrough } from './cuts.ts';
import { lineWords, plural } from './line-words.ts';
import type { AddedRemedy } from './remedies.ts';

/** Points at which something is added at once, and how a person would say where: "in front of line 12". */
export interface AdvicePlace {
  readonly points: readonly InsertionPoint[];
  readonly words: string;
  /** Each thread passes one of the points; lanes of one warp may pass different ones. */
  readonly isApart?: boolean;
}

/**
 * The instruction of a place, with the copies that the compiler made of it by unrolling a loop, or by inlining its function at several
 * calls: adding a line changes them all.
 */
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
  const places = new SourcePlaces(module, new InlinedCalls(module));
  const indices = fn.instructions.flatMap((other, i) => (i === index || isCopy(places, one, other) ? [i] : []));
  return { fn, places, indices, index };
}

/** Calls of a library's function stand at lines of their own. */
function isCopy(places: SourcePlaces, one: Instruction, other: Instruction): boolean {
  if (one.location === null || other.location === null || one.opcode !== other.opcode) return false;
  const [a, b] = [one, other].map(({ location }) => ({ at: location!, told: places.of(location) }));
  const isSame = a.at.file === b.at.file && a.at.line === b.at.line && a.at.column === b.at.column;
  return (
    isSame && `${one.modifiers}` === `${other.modifiers}` && a.told.line === b.told.line && a.told.file === b.told.file
  );
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
    behindInits: () => [aroundAll(first.fn, isMbarrierInit, 1, 'behind each mbarrier.init')],
    beforeBarriers: () => [aroundAll(second.fn, isBarrier, 0, 'in front of each barrier')],
  }[at]();
  return withoutRepeats(places.filter(place => place !== null));
}

/** The access that comes first in the text need not be the first one in the run. */
function between(a: Spot, b: Spot): (AdvicePlace | null)[] {
  const [x, y] = inTextOrder(a, b);
  const levels = Array.from({ length: MOST_LEVELS }, (_, i) => i + 1);
  const around = (from: Spot, to: Spot) => [
    behind(from, 0),
    inFront(to, 0),
    ...levels.flatMap(level => [inFront(to, level), behind(from, level)]),
  ];
  // In a loop the second access comes before the first one of the next round; of two branches, the text does not say which is first.
  const isRound = x.fn !== y.fn || leadsTo(x.fn, y.index, x.index) || !leadsTo(x.fn, x.index, y.index);
  const cuts = [...cutPlaces([[x, y]]), ...(isRound ? cutPlaces([[y, x]]) : [])];
  const beside = seldomFirst([...around(x, y), ...around(y, x), both(behind(x, 0), behind(y, 0))]);
  // Of statements that share a line, "behind the ld of the line" does not say which one is meant.
  const places = isSameLine(x, y) ? [...cuts, ...beside] : [...beside, ...cuts];
  // A barrier that waits only for the exit of the one access's threads is none to advise: they must pass it.
  const ways = [a, b].map(({ fn, indices }) => ({ fn, through: onWaysThrough(fn, indices) }));
  return places.filter(place =>
    ways.every(({ fn, through }) => place?.points.some(point => point.fn !== fn || through.has(point.index))),
  );
}

function isSameLine(a: Spot, b: Spot): boolean {
  const [x, y] = [a, b].map(({ fn, places, index }) => places.of(fn.instructions[index].location));
  return x.line > 0 && x.line === y.line && x.file === y.file;
}

/** As in the source, where both stand in one function of it: a compiler may have put two branches the other way round. */
function inTextOrder(a: Spot, b: Spot): [Spot, Spot] {
  if (a.fn !== b.fn) return [a, b];
  const [x, y] = [a, b].map(({ fn, index }) => fn.instructions[index].location);
  const isInOne = x && y && x.file === y.file && x.line !== y.line && callOf(x) === callOf(y);
  return (isInOne ? x.line > y.line : a.index > b.index) ? [b, a] : [a, b];
}

const callOf = ({ inlinedAt }: NonNullable<Instruction['location']>): string => (inlinedAt ? keyOf(inlinedAt) : '');

/** The places that are behind the one access of each pair and in front of the other, for a barrier that mends them all. */
export function placesForAll(module: Module, pairs: readonly (readonly [FaultPlace, FaultPlace])[]): AdvicePlace[] {
  const spots = pairs.map(pair => pair.map(place => spotAt(module, place)));
  const found = spots.flatMap(([a, b]) => (a && b ? [inTextOrder(a, b)] : []));
  return found.length < pairs.length ? [] : withoutRepeats(cutPlaces(found));
}

/** Behind all accesses of each first line, whatever the branch, and in front of all of each second line. */
function cutPlaces(pairs: readonly (readonly [Spot, Spot])[]): AdvicePlace[] {
  const [{ fn, places }] = pairs[0];
  if (pairs.flat().some(spot => spot.fn !== fn)) return [];
  const [before, after] = [0, 1].map(side => distinct(pairs.flatMap(pair => ofLine(pair[side]))));
  const racing = distinct(pairs.map(([, { index }]) => index));
  const words = cutWords(fn, places, before, after);
  // A read that does not race, of what the thread itself wrote, may stand in a branch with the write.
  return [...cutsBetween(fn, before, after), ...cutsBetween(fn, before, racing)].map(cut => ({
    points: cut,
    words,
    isApart: true,
  }));
}

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)];

/** The instruction and all others of its kind that stand on its line of the source. */
function ofLine({ fn, places, index }: Spot): number[] {
  const one = fn.instructions[index];
  const own = places.of(one.location);
  const isOne = (other: Instruction): boolean => {
    const { file, line } = places.of(other.location);
    return line === own.line && file === own.file && other.opcode === one.opcode && spaceOf(other) === spaceOf(one);
  };
  return own.line === 0 ? [index] : fn.instructions.flatMap((other, i) => (isOne(other) ? [i] : []));
}

const SPACES: ReadonlySet<string> = new Set(['shared', 'global', 'local', 'const']);
const spaceOf = ({ modifiers }: Instruction): string => modifiers.find(one => SPACES.has(one.split('::')[0])) ?? '';

/** "in front of the ld of line 14, behind the branches of lines 7 and 10"; the accesses where they stand in no branch. */
function cutWords(fn: PtxFunction, places: SourcePlaces, before: readonly number[], after: readonly number[]): string {
  const isIn = ({ index, rejoin }: Branch, one: number): boolean => index < one && one < rejoin;
  const left = branchesOf(fn).filter(
    branch => before.some(one => isIn(branch, one)) && ![...before, ...after].every(one => isIn(branch, one)),
  );
  const [what, indices] = left.length > 0 ? ['branch', left.map(({ index }) => index)] : ['access', before];
  const numbers = (of: (instruction: Instruction) => number): number[] =>
    [...new Set(indices.map(index => of(fn.instructions[index])))].sort((a, b) => a - b);
  const lines = numbers(({ location }) => places.of(location).line);
  const behindWords = lines.includes(0)
    ? `${plural(
        'line',
        numbers(({ ptxLine }) => ptxLine),
      )} of the PTX`
    : plural('line', lines);
  const several = `${what}${indices.length > 1 ? 'es' : ''}`;
  return `in front of ${lineWords(fn.instructions[Math.min(...after)], places)}, behind the ${several} of ${behindWords}`;
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

const isMbarrierInit = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'mbarrier' && modifiers.includes('init');

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

function placeOf(
  { fn, places, indices, index }: Spot,
  level: number,
  side: string,
  pointOf: (left: Branch) => number,
): AdvicePlace | null {
  const branches = branchesOf(fn);
  const leave = (from: number): Branch | null =>
    level === 0
      ? { index: from, rejoin: from }
      : (branches.filter(b => b.index < from && from < b.rejoin)[level - 1] ?? null);
  const own = leave(index);
  if (own === null) return null;
  const points = indices.flatMap(from => {
    const left = leave(from);
    return left === null ? [] : [{ fn, index: pointOf(left) }];
  });
  // Behind the last instruction of a branch, its lanes are together again.
  const joined = branches.findLast(b => side === 'behind' && b.index < index && b.rejoin === pointOf(own));
  const line = lineWords(fn.instructions[joined?.index ?? own.index], places);
  return { points, words: `${side} ${level === 0 && !joined ? '' : 'the branch of '}${line}` };
}

function withoutRepeats(places: readonly AdvicePlace[]): AdvicePlace[] {
  const byPoints = new Map<string, AdvicePlace>();
  for (const place of places) {
    const key = place.points.map(({ fn, index }) => `${fn.name} ${index}`).join(', ');
    if (!byPoints.has(key)) byPoints.set(key, place);
  }
  return [...byPoints.values()];
}
