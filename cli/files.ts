/** Reads and writes the files of a verb. Every error is one line that begins with the file's name. */
import { readFile } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import type { FieldError } from '../src/base/field-error.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { type LaunchFile, parseLaunchFile } from '../src/contract/workbench-document.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { parseModule, type ReadOptions } from '../src/ptx/parse/module.ts';
import { problemText, type VerbProblem } from './verb.ts';

export async function readModule(path: string): Promise<Result<Module, string>> {
  const ptx = await readPtx([path], Number.POSITIVE_INFINITY);
  return ptx.ok ? ok(ptx.value.module) : err(problemText(ptx.error));
}

interface ReadModule {
  readonly text: string;
  readonly module: Module;
}

/**
 * Reads the functions that `choose` selects; without it, all. Several files are the modules of one program, which are linked. Gives up
 * if they have not been read in time.
 */
export async function readPtx(
  paths: readonly string[],
  maxSeconds: number,
  choose?: ReadOptions['choose'],
): Promise<Result<ReadModule, VerbProblem>> {
  const endsAt = performance.now() + maxSeconds * 1000;
  const files: TextFile[] = [];
  for (const path of paths) {
    const text = await readText(path);
    if (!text.ok) return text;
    files.push({ path, text: text.value });
  }
  return parsePtx(files, { maxSeconds, endsAt, ...(choose && { choose }) });
}

interface ParseTerms extends Pick<ReadOptions, 'choose'> {
  readonly maxSeconds: number;
  /** A time of `performance.now()`. */
  readonly endsAt: number;
}

export interface TextFile {
  /** Names the text in errors. */
  readonly path: string;
  readonly text: string;
}

/** The texts one behind another are read as one. */
export function parsePtx(
  files: readonly TextFile[],
  { maxSeconds, endsAt, choose }: ParseTerms,
): Result<ReadModule, VerbProblem> {
  const text = files.map(file => (files.length > 1 ? `${file.text}\n` : file.text)).join('');
  const module = parseModule(text, {
    isOver: () => performance.now() >= endsAt,
    ...(choose && { choose }),
    ...(files.length > 1 && { moduleAt: line => placeIn(files, line).path }),
  });
  if (module.ok) return ok({ text, module: module.value });
  const { kind, column, message } = module.error;
  const { path, line } = placeIn(files, module.error.line);
  const problem = `${path}:${line}:${column}: ${message}`;
  if (kind === 'wrong') return err(problem);
  if (kind === 'refused') return err({ message: problem, exitCode: 3 });
  return err({ message: `${path}: at line ${line} the ${maxSeconds} s of --max-seconds were over`, exitCode: 1 });
}

/** The file in which a line of all texts together stands, and its number there. */
function placeIn(files: readonly TextFile[], line: number): { readonly path: string; readonly line: number } {
  let before = 0;
  for (const [i, { path, text }] of files.entries()) {
    const lines = text.split('\n').length;
    if (line <= before + lines || i === files.length - 1) return { path, line: line - before };
    before += lines;
  }
  throw new Error('there is a file');
}

export async function readLaunchFile(path: string): Promise<Result<LaunchFile, string>> {
  const json = await readJson(path);
  if (!json.ok) return json;
  const file = parseLaunchFile(json.value);
  return file.ok ? file : err(fieldProblem(path, file.error));
}

export async function readJson(path: string): Promise<Result<unknown, string>> {
  const text = await readText(path);
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value));
  } catch (error) {
    return err(`${path}: not JSON: ${(error as SyntaxError).message}`);
  }
}

/** Text of a file without the byte order mark that some editors write first. */
export async function readText(path: string): Promise<Result<string, string>> {
  try {
    return ok((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    return err(`${path}: ${fileProblem(error)}; expected a readable file`);
  }
}

/** Error of a JSON file with its field; '' means the whole file. */
export const fieldProblem = (path: string, { field, message }: FieldError): string =>
  `${path}: ${field === '' ? '' : `${field}: `}${message}`;

/** Runs work that writes to a file; the error names the file. */
export async function writing<T>(path: string, write: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await write());
  } catch (error) {
    return err(`${path}: ${fileProblem(error)}; expected a writable file`);
  }
}

/** An error of the file system in words, without stack and path. Any other error is a bug and is thrown again. */
export function fileProblem(error: unknown): string {
  const words = getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0)?.[1];
  if (words === undefined) throw error;
  return words;
}
