/**
 * Records the sources of a job's builds when the job is written, since they may have changed by the time it has run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { sourcesWith } from '../../server/toolchain/kernel-sources.ts';
import { madeSchema } from '../../src/contract/recorded-machine.ts';
import { z } from '../../src/contract/schema.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import type { Made } from '../../src/trace/run-record.ts';
import { projectRoot } from '../tree.ts';
import { hopperArch, type ReplayedKernel } from './replay-launch.ts';

export async function madeOf({ source }: BuildSpec, flags: readonly string[]): Promise<Made> {
  const { hash } = await sourcesWith(projectRoot, source, flags);
  return { flags: [...flags], sourceHash: hash };
}

/** @param made by the id of the launch, or by the name of the job's build. */
export const writeMade = (folder: string, job: string, made: Readonly<Record<string, Made>>): void =>
  writeFileSync(join(folder, madeFile(job)), JSON.stringify(made));

/** Throws if the job was written without it. */
export const readMade = (folder: string, job: string): Readonly<Record<string, Made>> =>
  z.record(z.string(), madeSchema).parse(JSON.parse(readFileSync(join(folder, madeFile(job)), 'utf8')));

const madeFile = (job: string): string => `${job}.made.json`;

/** Builds by id. */
export async function madeOfRuns(runs: readonly ReplayedKernel[]): Promise<Record<string, Made>> {
  const entries = runs.map(async ({ id, kernel, variant, params }) => {
    const spec = kernel.build(variant, params);
    return [id, await madeOf(spec, ptxFlags(spec, hopperArch(kernel)))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
