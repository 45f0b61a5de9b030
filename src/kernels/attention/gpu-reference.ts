/** O and LSE of the reals on a GPU, by a plain kernel, and the elements by which a CPU finds out whether that kernel is right. */
import type { Launch, LaunchParam } from '../../trace/launch.ts';
import { randomFrom } from '../../trace/launch-bytes-random.ts';
import type { GpuReference, Spots } from '../real-numbers.ts';
import { realInputs } from './inputs.ts';
import { integer, operands, scaleOf } from './launch.ts';
import { type AttentionParams, headsOf, keysOf } from './params.ts';
import { judgedRow, numbersOf } from './reference.ts';

/** Columns go by threads. */
const threadsOf = ({ headDim }: AttentionParams): number => headDim;

/** Rows of Q that a CPU looks at. */
const MOST_ROWS = 48;

const OUTPUTS = ['o', 'oBounds', 'lse', 'lseBounds'] as const;

export const gpuReference = (p: AttentionParams): GpuReference => ({
  build: {
    source: 'attention/reference.cu',
    entry: 'reference',
    defines: {
      HEAD_DIM: p.headDim,
      ELEMENT_F16: p.elementType === 'f16' ? 1 : 0,
      ...(p.elementType === 'e4m3' && { ELEMENT_E4M3: 1 }),
    },
  },
  launch: launchOf(p),
  spots: () => spotsOf(p),
  judged: new Map([
    ['o', { values: 'o', bounds: 'oBounds' }],
    ['lse', { values: 'lse', bounds: 'lseBounds' }],
  ]),
});

function launchOf(p: AttentionParams): Launch {
  const rows = headsOf(p) * p.queries;
  const pointer = (buffer: string): LaunchParam => ({ kind: 'pointer', buffer });
  const doubles = (name: (typeof OUTPUTS)[number]) => {
    const length = name.startsWith('o') ? rows * p.headDim : rows;
    return { name, type: 'f64', length, init: { kind: 'poison' }, output: true } as const;
  };
  const inputs = realInputs(p);
  return {
    entry: 'reference',
    grid: [p.queries, headsOf(p), 1],
    block: [threadsOf(p), 1, 1],
    buffers: [...OUTPUTS.map(doubles), ...operands(p, inputs)],
    params: [
      ...[...OUTPUTS, 'q', 'k', 'v'].map(pointer),
      ...[p.queries, p.keys, p.group].map(integer),
      scaleOf(inputs),
      integer(p.causal === 'causal' ? 1 : 0),
    ],
  };
}

function spotsOf(p: AttentionParams): Spots[] {
  const rows = rowsOf(headsOf(p) * p.queries);
  const judged = rows.map(row => judgedRow(p, operandsOf(p, row)));
  const columns = (row: number): number[] => Array.from({ length: p.headDim }, (_, i) => row * p.headDim + i);
  const ofColumns = Uint32Array.from(rows.flatMap(columns));
  const ofRows = Uint32Array.from(rows);
  return [
    { buffer: 'o', indices: ofColumns, values: Float64Array.from(judged.flatMap(({ o }) => [...o])) },
    {
      buffer: 'oBounds',
      indices: ofColumns,
      values: Float64Array.from(judged.flatMap(({ o, bound }) => [...o].map(() => bound))),
    },
    { buffer: 'lse', indices: ofRows, values: Float64Array.from(judged, ({ lse }) => lse) },
    { buffer: 'lseBounds', indices: ofRows, values: Float64Array.from(judged, ({ lseBound }) => lseBound) },
  ];
}

/** All of few; or the first, the last, and some in between, in no step that a tile could have. */
function rowsOf(rows: number): number[] {
  if (rows <= MOST_ROWS) return Array.from({ length: rows }, (_, row) => row);
  const between = Array.from({ length: MOST_ROWS - 2 }, (_, i) => 1 + ((i * 7919) % (rows - 2)));
  return [...new Set([0, ...between, rows - 1])];
}

/** The operands of one row, made without the rows before it. */
function operandsOf(p: AttentionParams, row: number) {
  const { queries, keys, group, headDim, elementType } = p;
  const { q, k, v, scaleLog2 } = realInputs(p);
  const firstKey = Math.floor(row / queries / group) * keys;
  const part = (init: typeof q, first: number, rows: number) =>
    numbersOf(init.kind === 'random' ? randomFrom(init, first * headDim) : init, elementType, rows * headDim);
  const seen = keysOf(p, row % queries);
  return { q: part(q, row, 1), k: part(k, firstKey, seen), v: part(v, firstKey, seen), scaleLog2 };
}
