/** For tests: a kernel from a few lines of PTX, run on a buffer of words. */

import type { Dim3 } from '../../trace/launch.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import type { EmulationOptions, EmulationResult } from '../emulation.ts';

export interface Assembly {
  /** Instructions. %tid is the thread, %out the buffer's address, %at the thread's word in it. */
  readonly body: string;
  /** PTX before the kernel: variables, functions. */
  readonly module?: string;
  readonly threads?: number;
  /** Size in CTAs. */
  readonly grid?: Dim3;
  readonly cluster?: Dim3;
  readonly words?: number;
}

export function assemble({ body, module = '' }: Assembly): string {
  return `.version 9.0
.target sm_90
.address_size 64
${module}
.visible .entry k(.param .u64 buffer)
{
.reg .b64 %out, %at, %x<9>; .reg .b32 %tid, %r<20>; .reg .b16 %h<9>; .reg .pred %p<9>;
ld.param.u64 %out, [buffer];
mov.u32 %tid, %tid.x;
mad.wide.u32 %at, %tid, 4, %out;
${body}
ret;
}
`;
}

export function runAssembly(assembly: Assembly, options: EmulationOptions = {}): EmulationResult {
  const { threads = 32, words = 64, grid = [1, 1, 1], cluster } = assembly;
  const launch = cluster ? { cluster } : {};
  return runKernel(parsed(assemble(assembly)), { entry: 'k', words, grid, block: [threads, 1, 1], launch }, options);
}

/** The buffer after a run that must be clean. */
export function outputOf(assembly: Assembly): number[] {
  const result = runAssembly(assembly);
  if (!result.ok) throw new Error(result.faults[0].message);
  return wordsOf(result);
}

export const lanes = <T>(of: (lane: number) => T, count = 32): T[] => Array.from({ length: count }, (_, i) => of(i));
