/** CUDA to PTX through the local server, and the words for everything that can stand in the way. */
import { compileSource, fetchMachine } from '../../app/server-api.ts';
import type { CompileFailure, MachineInfo } from '../../contract/api.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { RunFailure } from './runs.ts';

/** Why CUDA cannot be compiled here, and what helps; null when it can. `machine` is null where no server is known. */
export function whyNoCompiler(machine: MachineInfo | null): string | null {
  if (machine === null)
    return 'CUDA is compiled by the local server, and this page has none: start it with `npm start -- --allow-source`. PTX runs without it.';
  if (!machine.nvcc)
    return 'The server found no nvcc on this machine, so CUDA cannot be compiled. PTX runs without it.';
  if (!machine.allowSource)
    return 'The server compiles only its own kernels: start it with `npm start -- --allow-source` and it takes yours. PTX runs without it.';
  return null;
}

export type Compiled =
  | { readonly ok: true; readonly ptx: string }
  | { readonly ok: false; readonly failure: RunFailure };

/** Rejects with an AbortError when `signal` fires. */
export async function compileCuda({ source, arch }: WorkbenchDocument, signal: AbortSignal): Promise<Compiled> {
  const reason = whyNoCompiler(await fetchMachine());
  if (reason !== null) return failed(reason);
  for await (const event of compileSource({ name: source.name, text: source.text, arch }, signal)) {
    if (event.stage === 'done') return { ok: true, ptx: event.ptx };
    if (event.stage === 'failed') return failed(...saidBy(event));
  }
  return failed('The server ended the compilation without a result.');
}

const failed = (message: string, place: RunFailure['place'] = null): Compiled => ({
  ok: false,
  failure: { state: 'failed', stage: 'compile', message, place, field: null },
});

/** The compiler's first error with its line, as nvcc writes it: 'reduce.cu(12): error: expected a ";"'. */
function saidBy({ at, message, diagnostics }: CompileFailure): [message: string, place: RunFailure['place']] {
  const first = /^[^\s()]+\((\d+)\): (?:fatal |catastrophic )?error:? (.+)$/m.exec(diagnostics);
  if (!first) return [[`${at}: ${message}`, diagnostics].filter(Boolean).join('\n'), null];
  return [first[2], { line: Number(first[1]), column: 1 }];
}
