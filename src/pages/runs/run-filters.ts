/** Chooses the measurements of a kernel that pass the filters, and the filters' choices. */

import type { Measurement } from '../../services/recordings/measurement.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import type { RunsState } from '../links/runs.ts';

type Params = RunRecord['params'];
type Filters = Pick<RunsState, 'gpu' | 'method' | 'origin' | 'problem'>;

/** 'rows=4096 columns=4096': the parameters that any two of the measurements differ in; of those that all share it is silent. */
export function problemKey(params: Params, names: readonly string[]): string {
  return names.map(name => `${name}=${params[name] === '' ? 'none' : params[name]}`).join(' ');
}

/** Names in the order of the parameters. */
export function varyingNames(measurements: readonly Measurement[]): string[] {
  const [first, ...others] = measurements.map(({ records }) => records[0].params);
  if (first === undefined) return [];
  return Object.keys(first).filter(name => others.some(params => params[name] !== first[name]));
}

export function filtered(
  measurements: readonly Measurement[],
  { gpu, method, origin, problem }: Filters,
): Measurement[] {
  const names = varyingNames(measurements);
  return measurements.filter(
    ({ origin: from, records: [first] }) =>
      (gpu === '' || first.gpu.name === gpu) &&
      (method === '' || first.method === method) &&
      (origin === '' || from === origin) &&
      (problem === '' || problemKey(first.params, names) === problem),
  );
}

export interface FilterChoices {
  readonly gpus: readonly string[];
  /** By their keys, in the order of these. */
  readonly problems: ReadonlyMap<string, Params>;
  /** The parameters that tell problems apart. */
  readonly names: readonly string[];
}

export function filterChoices(measurements: readonly Measurement[]): FilterChoices {
  const names = varyingNames(measurements);
  const firsts = measurements.map(({ records: [first] }) => first);
  const byKey = new Map(names.length === 0 ? [] : firsts.map(({ params }) => [problemKey(params, names), params]));
  const inOrder = (texts: Iterable<string>) => [...texts].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    gpus: inOrder(new Set(firsts.map(({ gpu }) => gpu.name))),
    problems: new Map(inOrder(byKey.keys()).map(key => [key, byKey.get(key) ?? {}])),
    names,
  };
}
