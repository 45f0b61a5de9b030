/** Turns the output of `cuda/replay/bulk-play.cu`, `bulk.out`, into the evidence that a test compares with the emulator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bulkOutcomes } from '../replay/bulk/job.ts';
import { writeEvidence } from '../replay/evidence.ts';

export function run(folder: string, gpu: string, driver: string, toolkit: string, date: string): void {
  const outcomes = bulkOutcomes(new Uint8Array(readFileSync(join(folder, 'bulk.out'))));
  const method = 'copies out of shared memory, hashes of what the destination held then, nvcc -arch=sm_90a';
  writeEvidence('bulk.json', { gpu, driver, toolkit, date }, method, { outcomes });
}
