/** The GEMM ladder in other elements than bf16, beside cuBLAS: from the recorded baselines, as far as there are any. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { tflopsOf } from '../../src/kernels/gemm/performance.ts';
import {
  type BaselineRecording,
  baselineWords,
  type ComparedRow,
  comparedRows,
} from '../../src/trace/baseline-record.ts';
import { ELEMENT_SIDES, OTHER_ELEMENTS } from '../gpu-jobs/baseline-problems.ts';
import { proseOf, tableOf, type WrittenTable } from './written-table.ts';

const NOT_MEASURED = 'not measured yet';
const HEAD = ['A and B', 'size', 'version', 'TFLOPS', 'cuBLAS, TFLOPS', 'steady', 'cold', 'cuBLAS with sums in f32'];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Of one problem; null where it was not measured, or an answer was wrong. */
function timesOf(recording: BaselineRecording, params: ComparedParams, method: 'steady' | 'cold') {
  const rows = comparedRows(recording, params, method, variant => variant);
  const ns = (is: (row: ComparedRow) => boolean): number | null => rows.find(is)?.medianNs ?? null;
  return {
    ofVersions: rows.flatMap(({ own, medianNs }) => (own === null || medianNs === null ? [] : [{ own, medianNs }])),
    cublas: ns(({ baseline }) => baseline?.baseline === 'cublas'),
    precise: ns(({ baseline }) => baseline?.baseline === 'cublas-f32'),
  };
}

type ComparedParams = Readonly<Record<string, number | string>>;

const ratio = (theirs: number | null, own: number | null): string =>
  theirs === null || own === null ? NOT_MEASURED : percent(theirs / own);

function rowOf(recording: BaselineRecording, elementType: (typeof OTHER_ELEMENTS)[number], side: number): string[] {
  const params = { m: side, n: side, k: side, elementType, eachWaits: 1 };
  const steady = timesOf(recording, params, 'steady');
  const cold = timesOf(recording, params, 'cold');
  const fastest = steady.ofVersions.sort((a, b) => a.medianNs - b.medianNs).at(0);
  const variant = fastest?.own.variant;
  const ownNs = fastest?.medianNs ?? null;
  const ownColdNs = cold.ofVersions.find(({ own }) => own.variant === variant)?.medianNs ?? null;
  const rate = (ns: number | null): string => (ns === null ? NOT_MEASURED : tflopsOf(side, ns / 1000).toFixed(1));
  return [
    ...[elementType, String(side), variant?.replace(/^v|-.*/g, '') ?? NOT_MEASURED],
    ...[rate(ownNs), rate(steady.cublas), ratio(steady.cublas, ownNs), ratio(cold.cublas, ownColdNs)],
    elementType === 'e4m3' ? rate(steady.precise) : '—',
  ];
}

/** Each launch waits for the one before it. */
export function elementLines(recording: BaselineRecording): string[] {
  const rows = OTHER_ELEMENTS.flatMap(elementType => ELEMENT_SIDES.map(side => rowOf(recording, elementType, side)));
  const used = recording.baselines.filter(({ params }) => OTHER_ELEMENTS.some(each => each === params.elementType));
  if (used.length === 0) return tableOf(HEAD, 1, rows);
  const [{ gpu, driver, date }] = used;
  const releases = proseOf([...new Set(used.map(baselineWords))].join('; '));
  return [...tableOf(HEAD, 1, rows), '', `${gpu.name}, driver ${driver}, ${date.slice(0, 10)}. ${releases}.`];
}

export const gemmElementsTable = (root: string): WrittenTable => ({
  path: 'src/kernels/gemm/README.md',
  name: 'elements',
  lines() {
    const path = join(root, 'public', RECORDINGS_FOLDER, baselinesPath('nvidia-h200', 'gemm'));
    const parsed = parseBaselineRecording(readFileSync(path, 'utf8'));
    if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
    return elementLines(parsed.value);
  },
});
