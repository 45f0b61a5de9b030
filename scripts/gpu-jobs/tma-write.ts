/** Writes the job of tensor copies for `cuda/replay/tma-dump.cu`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobLine, tmaCases } from '../replay/tma/job.ts';

export function run(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const lines = tmaCases().map(jobLine);
  writeFileSync(join(folder, 'tma.txt'), `${lines.join('\n')}\n`);
  process.stdout.write(`tma: ${lines.length} cases\n`);
}
