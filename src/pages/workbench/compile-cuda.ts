/** CUDA to PTX through the local server, and the words for everything that can stand in the way. */

import { err, ok, type Result } from '../../base/result.ts';
import { type CompileFailure, MAX_SOURCE_CHARACTERS, type MachineInfo } from '../../contract/api.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { fetchMachine } from '../../services/server/server.ts';
import { compileSource } from '../../services/server/server-api.ts';
import type { CompilerWarning, SaidByCompiler, WorkbenchFailure } from './run.ts';
import { baseName } from './source/source-names.ts';

/** Why CUDA cannot be compiled here, and what helps; null if it can. `machine` is null if no server is known. */
export function whyNoCompiler(machine: MachineInfo | null): string | null {
  if (machine === null)
    return `This page cannot compile CUDA. Either start a local server with \`npm start -- --allow-source\`, or ${BY_HAND}`;
  if (!machine.nvcc) return `The server found no nvcc on this machine. Where there is one, ${BY_HAND}`;
  if (!machine.allowSource)
    return `The server compiles only its own kernels. Either start it with \`npm start -- --allow-source\`, or ${BY_HAND}`;
  return null;
}

const BY_HAND = 'compile it with `nvcc -ptx -lineinfo` and open the `.ptx` here: PTX runs without a server.';

/** What compiles the document by hand, for a shell. */
export function compileCommand({ source, arch }: WorkbenchDocument): string {
  const name = baseName(source.name);
  // A name that begins with a dash would be read as an option.
  const path = name.startsWith('-') ? `./${name}` : name;
  const quoted = /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `nvcc -ptx -lineinfo -arch=${arch} ${quoted}`;
}

/** CUDA where it can be compiled: what a person would rather change. A server that does not answer compiles nothing. */
export const forkLanguage = async (): Promise<WorkbenchDocument['source']['language']> =>
  whyNoCompiler(await fetchMachine().catch(() => null)) === null ? 'cuda' : 'ptx';

export interface CompiledCuda {
  readonly ptx: string;
  readonly warnings: readonly CompilerWarning[];
}

/** Rejects with an AbortError when `signal` fires. */
export async function compileCuda(
  { source, arch }: WorkbenchDocument,
  signal: AbortSignal,
): Promise<Result<CompiledCuda, WorkbenchFailure>> {
  const reason = whyNoCompiler(await fetchMachine());
  if (reason !== null) return failed(reason);
  const { text } = source;
  if (text.length > MAX_SOURCE_CHARACTERS)
    return failed(`The text has ${text.length} characters; the server compiles up to ${MAX_SOURCE_CHARACTERS}.`);
  for await (const event of compileSource({ name: plainName(source.name), text, arch }, signal)) {
    if (event.stage === 'done') return ok({ ptx: event.ptx, warnings: warningsIn(event.diagnostics) });
    if (event.stage === 'failed') return err(failureOf(event));
  }
  return failed('The server ended the compilation without a result.');
}

const failed = (message: string): Result<never, WorkbenchFailure> =>
  err({ stage: 'compile', message, place: null, field: null });

/** The last part of a path, as the server takes it for the compiler's messages. */
export const plainName = (name: string): string =>
  `${baseName(name)
    .replace(/["\p{C}]/gu, '_')
    .replace(/\.cu$/, '')
    .slice(-190)}.cu`;

/**
 * nvcc's second stage writes 'reduce.cu(12): error: expected a ";"', its preprocessor 'reduce.cu:12:10: fatal error: …'; the server
 * puts what ptxas says into the first form.
 */
const SAID = /^.+?(?:\((\d+)\)|:(\d+):(\d+)): (?:fatal |catastrophic )?(error|warning)(?: #[\w-]+)?: (.+)/gm;
/** More would push the page's other words out of sight; the editor has each at its line. */
const MOST_SAID = 12;

const saidIn = (diagnostics: string): SaidByCompiler[] =>
  Array.from(diagnostics.matchAll(SAID), ([, row, line, column = '1', kind, words]) => {
    return { kind: kind === 'error' ? kind : 'warning', line: Number(row ?? line), column: Number(column), words };
  });

/** Warnings of a build that succeeded; each once, though a template may repeat it many times. */
export function warningsIn(diagnostics: string): CompilerWarning[] {
  const warnings = saidIn(diagnostics).filter(({ kind }) => kind === 'warning');
  return [...new Map(warnings.map(({ line, words }) => [`${line} ${words}`, { line, words }])).values()];
}

/** The compiler's errors and warnings, with the place of the first error. */
export function failureOf({ at, message, diagnostics }: CompileFailure): WorkbenchFailure {
  const said = saidIn(diagnostics);
  const failure = { stage: 'compile', field: null } as const;
  const errors = said.filter(({ kind }) => kind === 'error');
  const [first] = errors;
  if (first === undefined) {
    return { ...failure, message: [`${at}: ${message}`, diagnostics].filter(Boolean).join('\n'), place: null };
  }
  const isMere = /ended with code \d+$/.test(message);
  const place = { line: first.line, column: first.column };
  const hint = isMere ? '' : message;
  if (said.length === 1) return { ...failure, message: [first.words, hint].filter(Boolean).join(': '), place, said };
  const list = listOf(errors, said.length - errors.length, said);
  return { ...failure, message: [list, capitalised(hint)].filter(Boolean).join('. '), place, said };
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** "2 errors: line 12: expected a ";"; line 13: …. 1 warning: line 2: …". */
function listOf(errors: readonly SaidByCompiler[], warned: number, said: readonly SaidByCompiler[]): string {
  const listed = (of: readonly SaidByCompiler[]): string => {
    const shown = of.slice(0, MOST_SAID).map(({ line, words }) => `line ${line}: ${words}`);
    return [...shown, ...(of.length > MOST_SAID ? [`${of.length - MOST_SAID} more`] : [])].join('; ');
  };
  const head = `${errors.length === 1 ? '1 error' : `${errors.length} errors`}: ${listed(errors)}`;
  if (warned === 0) return head;
  const warnings = said.filter(({ kind }) => kind === 'warning');
  return `${head}. ${warned === 1 ? '1 warning' : `${warned} warnings`}: ${listed(warnings)}`;
}
