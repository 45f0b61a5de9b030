/**
 * `node scripts/addresses-write.ts FOLDER`: writes what a machine with a Hopper GPU needs to say which addresses of shared memory the
 * lanes of GEMM's versions use: builds with `cuda/probes`, and their launches. `cuda/replay/README.md` says what to do with it there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressRuns, fileOf, LOG_BYTES, PROBES } from './replay/addresses/launches.ts';
import { compileWith } from './replay/compile-with.ts';
import { JobWriter } from './replay/job.ts';

const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const job = new JobWriter();
for (const run of addressRuns()) {
  const spec = run.kernel.build(run.variant, run.params);
  compileWith(PROBES, spec, join(folder, `${fileOf(run)}.cubin`));
  job.module(`${fileOf(run)}.cubin`);
  job.launch(spec.entry, run.kernel.launch(run.variant, run.params), { addressLog: LOG_BYTES });
}
writeFileSync(join(folder, 'addresses.txt'), job.text);
writeFileSync(join(folder, 'addresses.bin'), job.data);
