/** A kernel's machine code for Hopper, as it is and with time stamps. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { KERNEL_FOLDER } from '../../server/toolchain/source-tree.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import { projectRoot } from '../tree.ts';

const ARCH = 'sm_90a';
/** Verbs that note the time, in front of those that a kernel calls. */
export const stampFlags = ({ source }: BuildSpec): string[] => [
  '-include',
  `cuda/spans/${source.split('/')[0]}-spans.cuh`,
];

export const compilePlain = (spec: BuildSpec, output: string): void => compile(spec, [], output);
export const compileStamped = (spec: BuildSpec, output: string): void => compile(spec, stampFlags(spec), output);

/** By way of PTX, as every build of this project; the output is that, or machine code. */
function compile(spec: BuildSpec, more: readonly string[], output: string): void {
  const [nvcc] = nvccCandidates();
  if (nvcc === undefined) throw new Error('there is no nvcc');
  const ptx = output.replace(/\.cubin$/, '.ptx');
  const source = join(KERNEL_FOLDER, spec.source);
  execFileSync(nvcc, [...ptxFlags(spec, ARCH), ...more, '-o', ptx, source], { cwd: projectRoot });
  if (ptx === output) return;
  execFileSync(nvcc, ['-cubin', `-arch=${ARCH}`, '-o', output, ptx], { cwd: projectRoot });
}
