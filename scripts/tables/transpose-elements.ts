/** Transposes of each size of element, beside a copy and Inductor in turns: a table of transpose's README. */

import { kernel } from '../../src/kernels/transpose/index.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { sameParams } from '../../src/trace/run-record.ts';
import { TRANSPOSES } from '../gpu-jobs/baseline-problems.ts';
import { besideOthers, recordedBeside, shareOf } from './permute-beside.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

export const elementsTable = (root: string): WrittenTable => ({
  path: 'src/kernels/transpose/README.md',
  name: 'element sizes beside others',
  lines: () => elementLines(recordedBeside(root, 'transpose')),
});

/** Smaller matrices are mostly launch. */
const LEAST_ROWS = 4096;

/** Of each element and size, the tile that was fastest. */
export function elementLines(recording: BaselineRecording): string[] {
  const moves = TRANSPOSES.map(given => kernel.schema.parse(given)).flatMap(params => {
    const isOf = (each: BaselineRecording['records'][number]) =>
      each.method === 'steady' && each.variant === 'vectorized' && sameParams(each.params, params);
    const record = recording.records.find(isOf);
    return record === undefined ? [] : [{ params, beside: besideOthers(record, recording) }];
  });
  const isFastest = ({ params, beside }: (typeof moves)[number]): boolean =>
    moves.every(other => !sameParams({ ...other.params, tile: params.tile }, params) || beside.us <= other.beside.us);
  const rows = moves
    .filter(isFastest)
    .filter(({ params }) => Number(params.rows) >= LEAST_ROWS)
    .toSorted((a, b) => Number(a.params.elementBytes) - Number(b.params.elementBytes))
    .map(({ params, beside }) => {
      const { us, copyUs, inductorUs } = beside;
      return [
        ...[`${params.elementBytes} B`, `${params.rows} × ${params.columns}`, String(params.tile)],
        ...[us, copyUs, inductorUs].map(time => time.toFixed(2)),
        ...[shareOf(beside), copyUs / inductorUs].map(share => share.toFixed(3)),
      ];
    });
  if (rows.length === 0) return ['Not measured yet.'];
  return tableOf(['element', 'size', 'tile', 'µs', 'copy, µs', 'Inductor, µs', 'of the copy', 'Inductor'], 1, rows);
}
