/** Permutations of other sizes, elements and ranks than TTC's, and those of models, beside a copy and Inductor in turns: tables of permute's README. */

import type { Params } from '../../src/kernels/kernel.ts';
import { type PermuteParams, schema } from '../../src/kernels/permute/params.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { sameParams } from '../../src/trace/run-record.ts';
import { MODEL_PERMUTATIONS, ODD_PERMUTATIONS, OTHER_PERMUTATIONS } from '../gpu-jobs/baseline-problems.ts';
import { besideOthers, compiledBeside, isPlanned, recordedBeside, shareOf } from './permute-beside.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

export const sizesTable = (root: string): WrittenTable => ({
  path: 'src/kernels/permute/README.md',
  name: 'other sizes beside others',
  lines: () => sizesLines([...OTHER_PERMUTATIONS, ...ODD_PERMUTATIONS], recordedBeside(root, 'permute')),
});

export const modelsTable = (root: string): WrittenTable => ({
  path: 'src/kernels/permute/README.md',
  name: 'models beside others',
  lines: () => sizesLines(MODEL_PERMUTATIONS, recordedBeside(root, 'permute')),
});

export function sizesLines(permutations: readonly Params[], recording: BaselineRecording): string[] {
  const rows = permutations.flatMap(given => {
    const params = schema.parse(given);
    const record = recording.records.find(each => sameParams(each.params, { ...params }) && isPlanned(each));
    return record === undefined ? [] : [rowOf(params, record, recording)];
  });
  if (rows.length === 0) return ['Not measured yet.'];
  return tableOf(
    [
      ...['shape, order', 'element', 'variant', 'µs', 'compiled in'],
      ...['copy, µs', 'Inductor, µs', 'eager, µs', 'of the copy', 'compiled in', 'Inductor'],
    ],
    3,
    rows,
  );
}

function rowOf(
  { shape, perm, elementBytes }: PermuteParams,
  record: BaselineRecording['records'][number],
  recording: BaselineRecording,
): string[] {
  const [argument, constants] = [besideOthers(record, recording), compiledBeside(record, recording)];
  const { us, copyUs, inductorUs, eagerUs } = argument;
  return [
    ...[`${shape} by ${perm}`, `${elementBytes} B`, `\`${record.variant}\``],
    ...[us.toFixed(1), constants === null ? '' : constants.us.toFixed(1)],
    ...[copyUs, inductorUs, eagerUs].map(time => time.toFixed(1)),
    ...[shareOf(argument).toFixed(2), constants === null ? '' : shareOf(constants).toFixed(2)],
    (copyUs / inductorUs).toFixed(2),
  ];
}
