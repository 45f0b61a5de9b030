/** Writes the job of copies out of shared memory for `cuda/replay/bulk-play.cu`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bulkCases } from '../replay/bulk/cases.ts';
import { bulkInput, jobLine } from '../replay/bulk/job.ts';

export function run(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const cases = bulkCases();
  writeFileSync(join(folder, 'bulk.txt'), `${cases.map(jobLine).join('\n')}\n`);
  const inputs = cases.map(bulkInput).flatMap(({ to, from }) => [to, from]);
  writeFileSync(join(folder, 'bulk.in'), Buffer.concat(inputs));
  process.stdout.write(`bulk: ${cases.length} cases\n`);
}
