/**
 * Writes machine code, launches and buffers for `cuda/replay` on a Hopper GPU: the instruction forms, matrix
 * instructions, the kernels' cases, the same with notes of shared memory, the bank probes and the timed probes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobWriter } from '../../server/runners/launch-job.ts';
import { assemble } from '../replay/assemble.ts';
import { bankProbes } from '../replay/bank-probes.ts';
import { clockRuns } from '../replay/clock-runs.ts';
import { im2colReplay } from '../replay/im2col-launches.ts';
import { imageReplay } from '../replay/image-launches.ts';
import { madeOfRuns, writeMade } from '../replay/made-file.ts';
import { matrixReplay } from '../replay/matrix-launches.ts';
import {
  formId,
  instructionReplay,
  isRepeatable,
  kernelReplays,
  kernelRuns,
  launchedFile,
  type ReplayedKernel,
  type ReplayModule,
} from '../replay/replay-launch.ts';
import { notingReplays } from '../replay/shared/noting-replays.ts';
import { wgmmaReplays } from '../replay/wgmma-launches.ts';

const ARCH = 'sm_90a';

/** All jobs if none is named; `kernels=gemm` means the cases of one kernel. */
export async function run(folder: string, ...wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of wanted.length > 0 ? wanted : Object.keys(JOBS)) {
    const [job, only] = name.split('=');
    await JOBS[job](folder, only);
  }
}

function writeJob(folder: string, name: string, modules: readonly ReplayModule[]): void {
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

/**
 * Forms that this architecture refuses, by id, with the reason. They are found by asking ptxas until it accepts the rest.
 */
function refusedForms(folder: string): Map<string, string> {
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

function writeInstructions(folder: string): void {
  const refused = refusedForms(folder);
  for (const [id, message] of refused) process.stdout.write(`not for ${ARCH}: ${id}: ${message}\n`);
  writeFileSync(join(folder, 'refused.json'), JSON.stringify([...refused.keys()]));
  writeJob(folder, 'instructions', [instructionReplay(item => !refused.has(formId(item)))]);
}

async function writeKernels(folder: string, only?: string): Promise<void> {
  writeJob(folder, 'kernels', kernelReplays(runsOf(only)));
  writeMade(folder, 'kernels', await madeOfRuns(runsOf(only)));
}

const runsOf = (id: string | undefined): ReplayedKernel[] =>
  kernelRuns().filter(({ kernel }) => kernel.id === (id ?? kernel.id));

const JOBS: Readonly<Record<string, (folder: string, only?: string) => void | Promise<void>>> = {
  instructions: writeInstructions,
  matrices: folder => writeJob(folder, 'matrices', [matrixReplay()]),
  images: folder => writeJob(folder, 'images', [imageReplay()]),
  im2col: folder => writeJob(folder, 'im2col', [im2colReplay()]),
  wgmma: folder => writeJob(folder, 'wgmma', wgmmaReplays()),
  kernels: writeKernels,
  shared: (folder, only) => writeJob(folder, 'shared', notingReplays(runsOf(only).filter(isRepeatable))),
  banks: folder => writeJob(folder, 'banks', [bankProbes]),
  clocks: folder => writeJob(folder, 'clocks', kernelReplays(clockRuns())),
};
