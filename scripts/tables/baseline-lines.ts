/** The numbers of recorded baselines, as the tables of the kernels' READMEs. */
import { catalog } from '../../src/kernels/catalog.ts';
import {
  type BaselineRecording,
  baselineWords,
  type ComparedRow,
  comparedRows,
} from '../../src/trace/baseline-record.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { rateOf, type Work } from '../../src/trace/work.ts';
import { attentionLines } from './attention-timings.ts';
import { proseOf, tableOf } from './written-table.ts';

type Params = RunRecord['params'];

const METHODS = ['steady', 'cold'] as const;

/** For each method a table of each group of problems, with a column for each problem and a row for each contender. */
export function baselineLines(recording: BaselineRecording): string[] {
  const [{ kernel, gpu, driver, date }] = recording.baselines;
  if (kernel === 'attention') return attentionLines(recording);
  const groupOf = PROBLEMS[kernel].group ?? (() => '');
  const all = parameterSets(recording);
  const groups = [...new Set(all.map(groupOf))];
  const tables = METHODS.flatMap(method => {
    if (!recording.baselines.some(each => each.method === method)) return [];
    return groups.flatMap(group => {
      const sets = all.filter(params => groupOf(params) === group);
      const columns = sets.map(params => comparedRows(recording, params, method, titleIn(kernel)));
      const about = [gpu.name, method, unitOf(kernel), ...(group === '' ? [] : [group])].join(', ');
      const head = [about, ...sets.map(params => labelOf(kernel, params))];
      const works = sets.map(params => workOf(kernel, params));
      return [...tableOf(head, 1, rowsOf(columns, works)), ''];
    });
  });
  const releases = new Set(recording.baselines.map(baselineWords));
  return [...tables, `Driver ${driver}, ${date.slice(0, 10)}. ${proseOf([...releases].join('; '))}.`];
}

function parameterSets({ baselines }: BaselineRecording): Params[] {
  const texts = new Set(baselines.map(({ params }) => JSON.stringify(params)));
  return [...texts].map(text => JSON.parse(text) as Params);
}

const titleIn =
  (kernel: string) =>
  (variant: string): string =>
    catalog.get(kernel)?.variants.find(({ id }) => id === variant)?.title ?? variant;

function rowsOf(columns: readonly (readonly ComparedRow[])[], works: readonly Work[]): string[][] {
  const names = [...new Set(columns.flatMap(rows => rows.map(({ name }) => name)))];
  return names.map(name => [
    name,
    ...columns.map((rows, i) => cellOf(rows.find(row => row.name === name) ?? null, works[i])),
  ]);
}

/** '681.4 (25.21 µs)'. */
function cellOf(row: ComparedRow | null, work: Work): string {
  if (row === null) return '—';
  if (row.medianNs === null) return 'wrong';
  const rate = rateOf(work, row.medianNs) / (work.kind === 'bytes' ? 1e9 : 1e12);
  return `${rate.toFixed(work.kind === 'bytes' ? 0 : 1)} (${fourDigits(row.medianNs / 1000)} µs)`;
}

const fourDigits = (us: number): string => (us < 1000 ? us.toPrecision(4) : us.toFixed(0));

const numbersOf = (params: Params, ...names: string[]): number[] => names.map(name => Number(params[name]));

const wordsLabel = ({ elements }: Params): string => `${Number(elements).toLocaleString('en')} elements`;
/** Each is read once. */
const wordsWork = ({ elements }: Params): Work => ({ kind: 'bytes', amount: 4 * Number(elements) });

interface Problem {
  readonly label: (params: Params) => string;
  readonly work: (params: Params) => Work;
  /** Problems of one table, in words; all are in one where this is absent. */
  readonly group?: (params: Params) => string;
}

/** Squares; products with one matrix, whose other side grows, as in a layer of a network; the rest. */
function productsGroup(params: Params): string {
  const [m, n, k] = numbersOf(params, 'm', 'n', 'k');
  const eachWaits = params.eachWaits === 1;
  const shape = m === n && n === k ? 'squares' : eachWaits ? `M × ${n} × ${k}` : 'other shapes';
  const elements = params.elementType === undefined || params.elementType === 'bf16' ? [] : [params.elementType];
  return [shape, ...elements, ...(eachWaits ? ['each waits'] : [])].join(', ');
}

/** Sizes may exceed those that the page's kernels accept, so these functions depend on the problem alone. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  gemm: {
    group: productsGroup,
    label: params => numbersOf(params, 'm', 'n', 'k').join(' × '),
    work: params => ({ kind: 'flops', amount: 2 * product(numbersOf(params, 'm', 'n', 'k')) }),
  },
  transpose: {
    label: params =>
      `${numbersOf(params, 'rows', 'columns').join(' × ')}, ${params.elementBytes} B, tile ${params.tile}`,
    work: params => ({ kind: 'bytes', amount: 2 * product(numbersOf(params, 'rows', 'columns', 'elementBytes')) }),
  },
  permute: {
    label: params => `${params.shape} by ${params.perm}, ${params.elementBytes} B`,
    work: params => ({
      kind: 'bytes',
      amount: 2 * product(String(params.shape).split(',').map(Number)) * Number(params.elementBytes),
    }),
  },
  reduction: { label: wordsLabel, work: wordsWork },
  scan: {
    label: params => `${wordsLabel(params)}, tile ${params.tile}`,
    // And written once.
    work: params => ({ kind: 'bytes', amount: 8 * Number(params.elements) }),
  },
  histogram: {
    label: params => `${wordsLabel(params)}, ${params.bins} bins, ${params.spread === 1 ? 'one' : 'all'} in use`,
    work: wordsWork,
  },
};

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);
const labelOf = (kernel: string, params: Params): string => PROBLEMS[kernel].label(params);
const workOf = (kernel: string, params: Params): Work => PROBLEMS[kernel].work(params);
const unitOf = (kernel: string): string => (kernel === 'gemm' ? 'TFLOPS' : 'GB/s');
