/**
 * Places of a barrier that every thread passes once, with all of some accesses before it and others behind it. That may take several
 * points, one on each way: a compiler that sees no barrier may have drawn a read into a branch.
 */
import { successorsOf } from '../../ptx/machine/successors.ts';
import type { PtxFunction } from '../../ptx/parse/ast.ts';
import type { InsertionPoint } from '../../ptx/parse/inserted.ts';

/** Instructions `from` to `end`, the latter excluded. */
interface Region {
  readonly from: number;
  readonly end: number;
}

interface Flow {
  readonly region: Region;
  readonly successors: ReadonlyMap<number, readonly number[]>;
  readonly predecessors: ReadonlyMap<number, readonly number[]>;
}

/** Points right behind all of `before`, and right in front of all of `after`: at most one list of each. */
export function cutsBetween(fn: PtxFunction, before: readonly number[], after: readonly number[]): InsertionPoint[][] {
  const flow = flowAround(fn, [...before, ...after]);
  const toBefore = closure(before, flow.predecessors);
  // What may still be written is read in the same round: no place parts the two.
  if (after.some(index => toBefore.has(index))) return [];
  const toAfter = closure(after, flow.predecessors);
  const fromAfter = closure(after, flow.successors);
  const otherWays = pointsOn(fn, flow, (u, v) => toBefore.has(u) && !toBefore.has(v));
  const cuts = [
    pointsOn(fn, flow, (u, v) => toBefore.has(u) && !toBefore.has(v) && toAfter.has(v)),
    pointsOn(fn, flow, (u, v) => !fromAfter.has(u) && fromAfter.has(v)),
    // Those that have nothing of `before` to do come by another way, on which `after` may lie.
    otherWays?.some(({ index }) => isStraight(fn, index, after)) ? otherWays : null,
  ];
  return cuts.flatMap(points => (points === null || points.length === 0 ? [] : [points]));
}

/** Whether all that comes there comes to one of `after`: a flag that is waited for on the way wants fences, not a barrier. */
const isStraight = ({ instructions }: PtxFunction, from: number, after: readonly number[]): boolean =>
  after.some(to => from <= to && instructions.slice(from, to).every(({ opcode }) => opcode !== 'bra'));

/** Whether a thread may come from one instruction to another one. */
export function leadsTo(fn: PtxFunction, from: number, to: number): boolean {
  const { instructions } = fn;
  return closure([from], new Map(instructions.map((_, index) => [index, successorsOf(instructions, fn, index)]))).has(
    to,
  );
}

/** Instructions that a thread may run before or behind one of these, and these. */
export function onWaysThrough(fn: PtxFunction, indices: readonly number[]): ReadonlySet<number> {
  const { instructions } = fn;
  const successors = new Map(instructions.map((_, index) => [index, successorsOf(instructions, fn, index)]));
  return new Set([...closure(indices, successors), ...closure(indices, predecessorsOf(successors))]);
}

/** The innermost loop around the instructions, without its way back; the whole function where there is none. */
function flowAround(fn: PtxFunction, indices: readonly number[]): Flow {
  const { instructions } = fn;
  const all = instructions.map((_, index) => successorsOf(instructions, fn, index));
  const [first, last] = [Math.min(...indices), Math.max(...indices)];
  const loops = all.flatMap((targets, index) =>
    targets.flatMap(from => (from <= first && index >= last ? [{ from, end: index + 1 }] : [])),
  );
  const region = loops.reduce<Region>((a, b) => (b.end - b.from < a.end - a.from ? b : a), {
    from: 0,
    end: instructions.length,
  });
  const successors = new Map<number, readonly number[]>();
  for (let index = region.from; index < region.end; index++) {
    successors.set(
      index,
      all[index].filter(to => to > region.from && to < region.end),
    );
  }
  return { region, successors, predecessors: predecessorsOf(successors) };
}

function predecessorsOf(successors: Flow['successors']): Flow['predecessors'] {
  const predecessors = new Map<number, number[]>();
  for (const [from, targets] of successors)
    for (const to of targets) {
      const known = predecessors.get(to);
      if (known) known.push(from);
      else predecessors.set(to, [from]);
    }
  return predecessors;
}

/** Instructions from which, or to which, a way leads; the start is among them. */
function closure(start: readonly number[], ways: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> {
  const found = new Set(start);
  // A set's loop also comes to what is added on the way.
  for (const index of found) for (const next of ways.get(index) ?? []) found.add(next);
  return found;
}

/** Points that are passed exactly on such ways from one instruction to the next; null where a point would lie on others, too. */
function pointsOn(
  fn: PtxFunction,
  { successors, predecessors }: Flow,
  isCut: (from: number, to: number) => boolean,
): InsertionPoint[] | null {
  const points = new Map<number, InsertionPoint>();
  for (const [from, targets] of successors) {
    for (const to of targets.filter(one => isCut(from, one))) {
      const isEach = (predecessors.get(to) ?? []).every(other => isCut(other, to));
      const { opcode, guard } = fn.instructions[from];
      const isOnlyWay = opcode === 'bra' && guard === null;
      const isAbove = !isEach && !isOnlyWay;
      if (isAbove && (targets.length > 1 || to !== from + 1)) return null;
      const index = isOnlyWay && !isEach ? from : to;
      points.set(index, isAbove ? { fn, index, isAbove } : { fn, index });
    }
  }
  return [...points.values()].sort((a, b) => a.index - b.index);
}
