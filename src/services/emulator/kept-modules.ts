/** Parsed modules, the most recently used last: a slider moves between launches of the same few texts. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { type JobFailure, parseFailure } from './job-failure.ts';

const KEPT_MODULES = 16;
const modules = new Map<string, Module>();

export function moduleOf(ptx: string): Result<Module, JobFailure> {
  const kept = modules.get(ptx);
  if (kept) {
    modules.delete(ptx);
    modules.set(ptx, kept);
    return ok(kept);
  }
  const parsed = parseModule(ptx);
  if (!parsed.ok) return err(parseFailure(parsed.error));
  modules.set(ptx, parsed.value);
  if (modules.size > KEPT_MODULES) modules.delete(modules.keys().next().value as string);
  return parsed;
}
