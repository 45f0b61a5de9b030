/** Finding runs among those that were recorded. */
import { type RunRecord, sameParams } from './run-record.ts';

type Params = RunRecord['params'];
type Comparison = readonly RunRecord[];

/** Records that were measured in turns, in their order. Only these can be compared to a percent. */
export function comparisonsOf(records: readonly RunRecord[]): readonly Comparison[] {
  const found = new Map<string, RunRecord[]>();
  for (const record of records) {
    const known = found.get(record.comparison);
    if (known === undefined) found.set(record.comparison, [record]);
    else known.push(record);
  }
  return [...found.values()];
}

/** The newest with exactly these parameters: no measured time is carried over to others. Empty where there is none. */
export function findComparison(records: readonly RunRecord[], params: Params, method: RunRecord['method']): Comparison {
  const same = records.filter(record => record.method === method && sameParams(record.params, params));
  return comparisonsOf(same).reduce((a, b) => (b[0].date > (a[0]?.date ?? '') ? b : a), []);
}

/**
 * The recorded parameters that differ in the fewest names, and among those by the smallest factors; null if there are
 * no records.
 */
export function nearestParams(records: readonly RunRecord[], params: Params): Params | null {
  let nearest: { readonly params: Params; readonly distance: Distance } | null = null;
  for (const record of records) {
    const distance = distanceOf(record.params, params);
    if (nearest === null || isLess(distance, nearest.distance)) nearest = { params: record.params, distance };
  }
  return nearest?.params ?? null;
}

interface Distance {
  readonly names: number;
  /** Sum of factors between sizes, in powers of two. */
  readonly octaves: number;
}

const isLess = (a: Distance, b: Distance): boolean =>
  a.names < b.names || (a.names === b.names && a.octaves < b.octaves);

function distanceOf(from: Params, to: Params): Distance {
  const names = differingNames(from, to);
  const octaves = names.reduce((sum, name) => sum + octavesBetween(from[name], to[name]), 0);
  return { names: names.length, octaves };
}

/** Names in `to` whose values differ between the two. */
export const differingNames = (from: Params, to: Params): string[] =>
  Object.keys(to).filter(name => from[name] !== to[name]);

const octavesBetween = (a: Params[string] | undefined, b: Params[string]): number =>
  typeof a === 'number' && typeof b === 'number' && a > 0 && b > 0 ? Math.abs(Math.log2(a / b)) : 1;
