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

/** The widest tile of each element and side: 16 KiB. */
const TILE_BYTES = 16 * 1024;

export function elementLines(recording: BaselineRecording): string[] {
  const rows = TRANSPOSES.map(given => kernel.schema.parse(given))
    .filter(({ tile, elementBytes }) => Number(tile) ** 2 * Number(elementBytes) >= TILE_BYTES)
    .toSorted((a, b) => Number(a.elementBytes) - Number(b.elementBytes))
    .flatMap(params => {
      const isOf = (each: BaselineRecording['records'][number]) =>
        each.method === 'steady' && each.variant === 'vectorized' && sameParams(each.params, params);
      const record = recording.records.find(isOf);
      if (record === undefined) return [];
      const beside = besideOthers(record, recording);
      const { us, copyUs, inductorUs } = beside;
      return [
        [
          ...[`${params.elementBytes} B`, `${params.rows} × ${params.columns}`, String(params.tile)],
          ...[us, copyUs, inductorUs].map(time => time.toFixed(2)),
          ...[shareOf(beside), copyUs / inductorUs].map(share => share.toFixed(3)),
        ],
      ];
    });
  if (rows.length === 0) return ['Not measured yet.'];
  return tableOf(['element', 'size', 'tile', 'µs', 'copy, µs', 'Inductor, µs', 'of the copy', 'Inductor'], 1, rows);
}
