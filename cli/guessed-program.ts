/** A launch for a module that comes without one: guessed from its code, as the workbench guesses it. */
import { writeFile } from 'node:fs/promises';
import { err, ok, type Result } from '../src/base/result.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import type { GuessedPaths } from '../src/inspect/guessed-launch.ts';
import { launchedEntry } from '../src/ptx/launch/geometry.ts';
import { guessLaunch } from '../src/ptx/outline/guess.ts';
import type { EntryOutline, KernelName, ModuleOutline } from '../src/ptx/outline/module-outline.ts';
import { outlineOf } from '../src/ptx/outline/outline.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Launch, LaunchParam } from '../src/trace/launch.ts';
import { readPtx, readText, writing } from './files.ts';
import { localSources } from './local-sources.ts';
import type { VerbProblem } from './verb.ts';

export const GUESS_OPTIONS = {
  kernel: {
    kind: 'value',
    value: 'NAME',
    help: 'without --launch: the kernel to guess a launch for, where the module has several',
  },
  source: {
    kind: 'value',
    value: 'FILE',
    help: 'without --launch: the .cu that the PTX was made from, for names and types of the parameters; default: the files of its line table',
  },
  'save-launch': {
    kind: 'value',
    value: 'FILE',
    help: 'without --launch: write the guessed launch, to be edited',
  },
} as const;

export type GuessOptions = { readonly [K in keyof typeof GUESS_OPTIONS]: string | undefined };

/** The first of these options that is given. */
export const givenGuessOption = (options: GuessOptions): string | undefined =>
  (Object.keys(GUESS_OPTIONS) as (keyof GuessOptions)[]).find(name => options[name] !== undefined);

interface GuessedProgram {
  readonly text: string;
  readonly module: Module;
  /** Its launch is the guess. */
  readonly document: WorkbenchDocument;
  /** Names of the kernel's parameters. */
  readonly names: readonly string[];
  readonly guess: KernelGuess;
}

/** What a guess was made from. */
export interface KernelGuess {
  readonly outline: ModuleOutline;
  readonly entry: EntryOutline;
}

export async function guessProgram(
  paths: readonly string[],
  { kernel, source, 'save-launch': saved }: GuessOptions,
  maxSeconds: number,
): Promise<Result<GuessedProgram, VerbProblem>> {
  const ptx = await readPtx(paths, maxSeconds, launchedEntry(kernel));
  if (!ptx.ok) return ptx;
  const { module, text } = ptx.value;
  const cuda = source === undefined ? ok((await localSources(module.files)).join('\n')) : await readText(source);
  if (!cuda.ok) return cuda;
  const path = ptxNameOf(paths);
  const outline = outlineOf(module, cuda.value);
  const name = launchedEntry(kernel)(outline.kernels.map(k => k.name));
  const entry = outline.entries.find(e => e.name === name);
  if (entry === undefined) return err(`${path}: ${whichKernel(outline.kernels, kernel)}`);
  const { launch, guessed } = guessLaunch(outline, entry);
  const written =
    saved === undefined ? ok(undefined) : await writing(saved, () => writeFile(saved, launchFileText(launch)));
  if (!written.ok) return written;
  const names = entry.params.map(param => param.name);
  return ok({ text, module, names, guess: { outline, entry }, document: documentOf(path, text, launch, guessed) });
}

/** How messages and documents name the PTX of a launch. */
export const ptxNameOf = (paths: readonly string[]): string => paths.join(' + ');

const launchFileText = (launch: Launch): string => `${JSON.stringify(launch, null, 2)}\n`;

const documentOf = (name: string, text: string, launch: Launch, guessed: readonly string[]): WorkbenchDocument => ({
  ...{ version: 1, title: name, source: { language: 'ptx', name, text }, arch: '' },
  ...{ launch, guessed, ctas: null, tracedCta: 0, faults: 'all', expectations: [] },
});

const MOST_NAMES = 20;

function whichKernel(kernels: readonly KernelName[], asked: string | undefined): string {
  if (kernels.length === 0) return 'the module has no kernel';
  const names = kernels.slice(0, MOST_NAMES).map(kernel => kernel.plainName);
  const more = kernels.length > names.length ? ` and ${kernels.length - names.length} more` : '';
  const what = asked === undefined ? 'name one with --kernel' : `no kernel is '${asked}', or several are`;
  return `${what}; its kernels: ${names.join(', ')}${more}`;
}

/** Names of the parameters of the launched kernel, as far as the module tells them. */
export function parameterNames(module: Module, entry: string | undefined): readonly string[] {
  const { kernels, entries } = outlineOf(module, '');
  const name = launchedEntry(entry)(kernels.map(kernel => kernel.name));
  return entries.find(e => e.name === name)?.params.map(param => param.name) ?? [];
}

/** "The launch is guessed: …", one line; '' for a launch of which nothing is guessed. */
export function guessText({ launch, guessed, names }: GuessedPaths): string {
  if (guessed.length === 0) return '';
  const { grid, block, dynamicSharedBytes = 0 } = launch;
  const scalars = launch.params.flatMap((param, i) => valueWords(param, names[i] ?? `params[${i}]`));
  const buffers = launch.buffers.map(({ name, type, length }) => `${name} has ${length} ${type}`);
  const shared = dynamicSharedBytes > 0 ? [`${dynamicSharedBytes} dynamic shared bytes`] : [];
  const sizes = `${grid.join(' x ')} CTAs of ${block.join(' x ')} threads`;
  return `The launch is guessed: ${[sizes, ...shared, ...scalars, ...buffers].join(', ')}. --save-launch FILE writes it, to be edited.\n`;
}

/** Fields of a struct have their byte offset behind its name, as the buffers of its pointers do: `p_16 = 512`. */
function valueWords(param: LaunchParam, name: string): string[] {
  if (param.kind === 'scalar') return [`${name} = ${param.value}`];
  if (param.kind !== 'struct') return [];
  return param.fields.flatMap(field => (field.kind === 'scalar' ? [`${name}_${field.offset} = ${field.value}`] : []));
}
