/** A kernel's machine code for Hopper, either plain or with a header that puts other verbs before its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { KERNEL_FOLDER } from '../../server/toolchain/source-tree.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import { projectRoot } from '../tree.ts';

const ARCH = 'sm_90a';

/** Flags for the PTX. @param header null for none. */
export const flagsWith = (header: string | null, spec: BuildSpec): string[] => [
  ...ptxFlags(spec, ARCH),
  ...(header === null ? [] : ['-include', header]),
];

/**
 * Compiles through PTX, as every build of this project does; the output is PTX or machine code. @param header null for
 * none.
 */
export function compileWith(header: string | null, spec: BuildSpec, output: string): void {
  const [nvcc] = nvccCandidates();
  if (nvcc === undefined) throw new Error('there is no nvcc');
  const ptx = output.replace(/\.cubin$/, '.ptx');
  const source = join(KERNEL_FOLDER, spec.source);
  execFileSync(nvcc, [...flagsWith(header, spec), '-o', ptx, source], { cwd: projectRoot });
  if (ptx === output) return;
  execFileSync(nvcc, ['-cubin', `-arch=${ARCH}`, '-o', output, ptx], { cwd: projectRoot });
}
