/**
 * Parsed modules, the most recently used last: a slider moves between launches of the same few texts. If only launches
 * of a text were asked for, each launched kernel has a module of its own.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { launchedEntry } from '../../ptx/launch/geometry.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { parseModule, type ReadOptions } from '../../ptx/parse/module.ts';
import type { Launch } from '../../trace/launch.ts';
import { type JobFailure, parseFailure } from './job-failure.ts';

const KEPT_TEXTS = 16;
/**
 * Most characters of all kept texts together; the text in use is always kept. A parsed module takes more memory than
 * its text.
 */
const KEPT_CHARACTERS = 2 ** 23;

interface KeptText {
  whole: Module | null;
  /** Modules by the entry that launches name; '' if they name none. */
  readonly ofLaunches: Map<string, Module>;
}

const texts = new Map<string, KeptText>();

/** All of the text. */
export function wholeModuleOf(ptx: string): Result<Module, JobFailure> {
  const kept = keptText(ptx);
  if (kept.whole !== null) return ok(kept.whole);
  const module = read(ptx, {});
  if (module.ok) kept.whole = module.value;
  return module;
}

/** The launch's kernel with what it reaches, at least. */
export const moduleOf = (ptx: string, { entry }: Launch): Result<Module, JobFailure> =>
  chosenModule(ptx, entry ?? '', launchedEntry(entry));

/** The kernel that a launch would mean by that name with what it reaches, at least; the first one where it means none. */
export const kernelModuleOf = (ptx: string, name: string | undefined): Result<Module, JobFailure> =>
  chosenModule(ptx, name ?? FIRST, entries => launchedEntry(name)(entries) ?? entries[0] ?? null);

/** No name of an entry. */
const FIRST = ' first';

function chosenModule(
  ptx: string,
  key: string,
  choose: NonNullable<ReadOptions['choose']>,
): Result<Module, JobFailure> {
  const { whole, ofLaunches } = keptText(ptx);
  const kept = whole ?? ofLaunches.get(key);
  if (kept) return ok(kept);
  const module = read(ptx, { choose });
  if (module.ok) ofLaunches.set(key, module.value);
  return module;
}

function keptText(ptx: string): KeptText {
  const kept = texts.get(ptx) ?? { whole: null, ofLaunches: new Map() };
  texts.delete(ptx);
  texts.set(ptx, kept);
  for (const old of [...texts.keys()].slice(0, -1)) {
    if (texts.size <= KEPT_TEXTS && charactersKept() <= KEPT_CHARACTERS) break;
    texts.delete(old);
  }
  return kept;
}

const charactersKept = (): number => [...texts.keys()].reduce((sum, { length }) => sum + length, 0);

function read(ptx: string, options: ReadOptions): Result<Module, JobFailure> {
  const parsed = parseModule(ptx, options);
  return parsed.ok ? parsed : err(parseFailure(parsed.error));
}
