import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { WAITING } from '../../src/kernels/gemm/recorded/waiting.ts';
import { projectRoot } from '../tree.ts';
import { waitingTable } from './gemm-waiting.ts';

const SHOWN = join(projectRoot, 'src/kernels/gemm/recorded/waiting.json');

it('the page shows what was recorded of launches that wait', () => {
  const path = join(projectRoot, 'public', RECORDINGS_FOLDER, baselinesPath('nvidia-h200', 'gemm'));
  const parsed = parseBaselineRecording(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const table = waitingTable(parsed.value);
  if (process.env.UPDATE_GOLDENS) writeFileSync(SHOWN, `${JSON.stringify(table, null, 2)}\n`);
  expect(WAITING, 'run with UPDATE_GOLDENS=1').toEqual(table);
});

it('the fastest version is ahead of cuBLAS at every size', () => {
  const [cublas, ...ours] = WAITING.rows;
  for (const at of WAITING.sizes.keys()) {
    const best = Math.max(...ours.map(({ cells }) => cells[at]?.tflops ?? 0));
    expect(best, `${WAITING.sizes[at]}`).toBeGreaterThan(cublas.cells[at]!.tflops);
  }
});
