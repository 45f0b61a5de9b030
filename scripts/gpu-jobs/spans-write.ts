/** Compiles each kernel with time stamps twice, plain and with `cuda/spans`, and writes their launches, for a Hopper GPU. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobWriter } from '../../server/runners/launch-job.ts';
import { compileWith, flagsWith } from '../replay/compile-with.ts';
import { madeOf, writeMade } from '../replay/made-file.ts';
import { spanJobs } from '../spans/span-jobs.ts';

export async function run(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const job = new JobWriter();
  for (const { name, stamps, spec, launch } of spanJobs()) {
    compileWith(null, spec, join(folder, `${name}.cubin`));
    compileWith(stamps, spec, join(folder, `${name}.spans.cubin`));
    job.module(`${name}.cubin`);
    job.launch(spec.entry, launch);
  }
  writeFileSync(join(folder, 'spans.txt'), job.text);
  writeFileSync(join(folder, 'spans.bin'), job.data);
  const made = spanJobs().map(
    async ({ name, stamps, spec }) => [name, await madeOf(spec, flagsWith(stamps, spec))] as const,
  );
  writeMade(folder, 'spans', Object.fromEntries(await Promise.all(made)));
}
