/** CUDA to PTX through the local server, and the words for everything that can stand in the way. */

import { err, ok, type Result } from '../../base/result.ts';
import { type CompileFailure, MAX_SOURCE_CHARACTERS, type MachineInfo } from '../../contract/api.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { fetchMachine } from '../../services/server/server.ts';
import { compileSource } from '../../services/server/server-api.ts';
import type { WorkbenchFailure } from './run.ts';
import { baseName } from './source/source-names.ts';

/** Why CUDA cannot be compiled here, and what helps; null when it can. `machine` is null where no server is known. */
export function whyNoCompiler(machine: MachineInfo | null): string | null {
  if (machine === null)
    return 'CUDA is compiled by the local server, and this page has none: start it with `npm start -- --allow-source`. PTX runs without it.';
  if (!machine.nvcc)
    return 'The server found no nvcc on this machine, so CUDA cannot be compiled. PTX runs without it.';
  if (!machine.allowSource)
    return 'The server compiles only its own kernels: start it with `npm start -- --allow-source` to compile yours. PTX runs without it.';
  return null;
}

/** CUDA where it can be compiled: what a person would rather change. A server that does not answer compiles nothing. */
export const forkLanguage = async (): Promise<WorkbenchDocument['source']['language']> =>
  whyNoCompiler(await fetchMachine().catch(() => null)) === null ? 'cuda' : 'ptx';

/** The PTX. Rejects with an AbortError when `signal` fires. */
export async function compileCuda(
  { source, arch }: WorkbenchDocument,
  signal: AbortSignal,
): Promise<Result<string, WorkbenchFailure>> {
  const reason = whyNoCompiler(await fetchMachine());
  if (reason !== null) return failed(reason);
  const { text } = source;
  if (text.length > MAX_SOURCE_CHARACTERS)
    return failed(`The text has ${text.length} characters; the server compiles up to ${MAX_SOURCE_CHARACTERS}.`);
  for await (const event of compileSource({ name: plainName(source.name), text, arch }, signal)) {
    if (event.stage === 'done') return ok(event.ptx);
    if (event.stage === 'failed') return failed(...saidBy(event));
  }
  return failed('The server ended the compilation without a result.');
}

const failed = (message: string, place: WorkbenchFailure['place'] = null): Result<never, WorkbenchFailure> =>
  err({ stage: 'compile', message, place, field: null });

/** The last part of a path, as the server takes it for the compiler's messages. */
export const plainName = (name: string): string =>
  `${baseName(name)
    .replace(/["\p{C}]/gu, '_')
    .replace(/\.cu$/, '')
    .slice(-190)}.cu`;

/** nvcc's second stage writes 'reduce.cu(12): error: expected a ";"', its preprocessor 'reduce.cu:12:10: fatal error: …'. */
const FIRST_ERROR = /^.+?(?:\((\d+)\)|:(\d+):(\d+)): (?:fatal |catastrophic )?error: (.+)/m;

/** The compiler's first error with its place. */
export function saidBy({
  at,
  message,
  diagnostics,
}: CompileFailure): [message: string, place: WorkbenchFailure['place']] {
  const [, row, line, column = '1', words] = FIRST_ERROR.exec(diagnostics) ?? [];
  if (words === undefined) return [[`${at}: ${message}`, diagnostics].filter(Boolean).join('\n'), null];
  const isMere = /ended with code \d+$/.test(message);
  return [isMere ? words : `${words}: ${message}`, { line: Number(row ?? line), column: Number(column) }];
}
