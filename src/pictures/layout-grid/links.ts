/** Finds the cells of all panels that stand for the same element as a given cell: a pure function of the records. */
import type { LayoutGridRecords } from './records.ts';

/** Most traces for which links are drawn. */
export const MOST_TRACES = 2 ** 16;
/** Rings in one panel: more would hide it. */
const MOST_RINGS = 256;

export interface Links {
  /** For each panel: the cells on traces through the chosen cell. */
  readonly cells: readonly (readonly number[])[];
  /** For each panel: the cell on the first of these traces; -1 = none. */
  readonly first: readonly number[];
  /** How many traces go through the cell. */
  readonly traces: number;
}

type Steps = LayoutGridRecords['steps'];
const kept = new WeakMap<Steps, readonly Int32Array[]>();

/** For each panel: the cell of every trace. */
function tracesOf(steps: Steps): readonly Int32Array[] {
  const known = kept.get(steps);
  if (known !== undefined) return known;
  const tables = steps.panels.map(({ cellOf }) =>
    Int32Array.from({ length: steps.traces }, (_, trace) => cellOf(trace)),
  );
  kept.set(steps, tables);
  return tables;
}

export function linksOf(steps: Steps, panel: number, cell: number): Links {
  if (steps.traces > MOST_TRACES)
    return { cells: steps.panels.map(() => []), first: steps.panels.map(() => -1), traces: 0 };
  const tables = tracesOf(steps);
  const through: number[] = [];
  for (let trace = 0; trace < steps.traces; trace++) if (tables[panel][trace] === cell) through.push(trace);
  const cells = tables.map(table => {
    const found = new Set<number>();
    for (const trace of through) if (table[trace] >= 0 && found.size < MOST_RINGS) found.add(table[trace]);
    return [...found];
  });
  return {
    cells,
    first: tables.map(table => (through.length === 0 ? -1 : table[through[0]])),
    traces: through.length,
  };
}
