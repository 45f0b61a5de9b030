/** For tests: a kernel's text, run on a buffer of 32-bit words. */

import { type Access, type AccessTrace, TraceBuilder } from '../../trace/access-trace.ts';
import type { Dim3, Launch, LaunchParam } from '../../trace/launch.ts';
import type { EmulationResult } from '../emulation.ts';
import { emulate } from '../index.ts';
import type { PreparedOptions } from '../launch/prepare.ts';
import type { Module } from '../parse/ast.ts';
import { parseModule } from '../parse/module.ts';

/** Architectures for which the fixtures are compiled: both dialects, NVVM 7 and NVVM 20. */
export const ARCHS = ['sm_90', 'sm_100a'] as const;

export function parsed(text: string): Module {
  const module = parseModule(text);
  if (!module.ok) throw new Error(`line ${module.error.line}: ${module.error.message}`);
  return module.value;
}

export interface KernelRun {
  readonly entry: string;
  readonly words?: number;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  /** Parameters after the pointer to the words. */
  readonly params?: readonly LaunchParam[];
  readonly launch?: Partial<Launch>;
}

export const int = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });

/** Runs a kernel whose first parameter is a buffer 'out' of words, zero at the start. */
export function runKernel(module: Module, kernel: KernelRun, options: PreparedOptions = {}): EmulationResult {
  const result = emulate(
    module,
    {
      entry: kernel.entry,
      grid: kernel.grid ?? [1, 1, 1],
      block: kernel.block ?? [64, 1, 1],
      buffers: [{ name: 'out', type: 's32', length: kernel.words ?? 64, init: { kind: 'zeros' } }],
      params: [{ kind: 'pointer', buffer: 'out' }, ...(kernel.params ?? [])],
      ...kernel.launch,
    },
    options,
  );
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  return result.value;
}

export const wordsOf = (result: EmulationResult): number[] => [
  ...new Int32Array(result.buffers.get('out')!.slice().buffer),
];

/** Runs with a trace. */
export function traceKernel(
  module: Module,
  kernel: KernelRun,
  options: PreparedOptions = {},
): { readonly result: EmulationResult; readonly trace: AccessTrace } {
  const builder = new TraceBuilder();
  const result = runKernel(module, kernel, { ...options, observe: (access: Access) => builder.add(access) });
  return { result, trace: builder.finish() };
}
