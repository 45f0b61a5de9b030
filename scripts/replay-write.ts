/**
 * `node scripts/replay-write.ts FOLDER [JOB…]`: writes what a machine with a Hopper GPU needs to run the instruction forms,
 * matrix instructions, the kernels' cases, the same with notes of shared memory, the bank probes and the timed ones: machine code, launches, buffers. All jobs where
 * none is named; `kernels=gemm` stands for one kernel's cases. `cuda/replay/README.md` says what to do with it there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from './replay/assemble.ts';
import { bankProbes } from './replay/bank-probes.ts';
import { clockRuns } from './replay/clock-runs.ts';
import { JobWriter } from './replay/job.ts';
import { madeOfRuns, writeMade } from './replay/made-file.ts';
import { matrixReplay } from './replay/matrix-launches.ts';
import {
  formId,
  instructionReplay,
  type KernelRun,
  kernelReplays,
  kernelRuns,
  launchedFile,
  type ReplayModule,
} from './replay/replay-launch.ts';
import { notingReplays } from './replay/shared/noting-replays.ts';
import { wgmmaReplays } from './replay/wgmma-launches.ts';

const ARCH = 'sm_90a';
const [folder, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

function writeJob(name: string, modules: readonly ReplayModule[]): void {
  const job = new JobWriter();
  for (const { name: file, ptx, launches } of modules) {
    const [wrong] = assemble(ptx, join(folder, `${file}.ptx`), ARCH);
    if (wrong) throw new Error(`${file}: ${wrong.entry}: ${wrong.message}`);
    job.module(`${file}.ptx.cubin`);
    for (const { launch } of launches) job.launch(launch.entry ?? /\.entry (\w+)\(/.exec(ptx)![1], launch);
  }
  writeFileSync(join(folder, `${name}.txt`), job.text);
  writeFileSync(join(folder, `${name}.bin`), job.data);
  writeFileSync(
    join(folder, launchedFile(name)),
    JSON.stringify(modules.flatMap(({ launches }) => launches.map(({ id }) => id))),
  );
  const count = modules.reduce((sum, { launches }) => sum + launches.length, 0);
  process.stdout.write(`${name}: ${count} launches, ${job.data.length} bytes\n`);
}

/** Forms of other architectures, by id with the reason: found by asking ptxas until it is content. */
function refusedForms(): Map<string, string> {
  const refused = new Map<string, string>();
  const file = join(folder, 'instructions.ptx');
  for (;;) {
    const replay = instructionReplay(item => !refused.has(formId(item)));
    const found = assemble(replay.ptx, file, ARCH);
    if (found.length === 0) return refused;
    for (const { entry, message } of found) {
      refused.set(replay.launches.find(({ launch }) => launch.entry === entry)!.id, message);
    }
  }
}

function writeInstructions(): void {
  const refused = refusedForms();
  for (const [id, message] of refused) process.stdout.write(`not for ${ARCH}: ${id}: ${message}\n`);
  writeFileSync(join(folder, 'refused.json'), JSON.stringify([...refused.keys()]));
  writeJob('instructions', [instructionReplay(item => !refused.has(formId(item)))]);
}

async function writeKernels(only: string | undefined): Promise<void> {
  writeJob('kernels', kernelReplays(runsOf(only)));
  writeMade(folder, 'kernels', await madeOfRuns(runsOf(only)));
}

const runsOf = (id: string | undefined): KernelRun[] =>
  kernelRuns().filter(({ kernel }) => kernel.id === (id ?? kernel.id));

const jobs: Readonly<Record<string, (only: string | undefined) => void | Promise<void>>> = {
  instructions: writeInstructions,
  matrices: () => writeJob('matrices', [matrixReplay()]),
  wgmma: () => writeJob('wgmma', wgmmaReplays()),
  kernels: writeKernels,
  shared: only => writeJob('shared', notingReplays(runsOf(only))),
  banks: () => writeJob('banks', [bankProbes]),
  clocks: () => writeJob('clocks', kernelReplays(clockRuns())),
};

for (const name of wanted.length > 0 ? wanted : Object.keys(jobs)) {
  const [job, only] = name.split('=');
  await jobs[job](only);
}
