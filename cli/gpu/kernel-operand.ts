/** Reads kernels and parameters from words of the command line. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Kernel, Params } from '../../src/kernels/kernel.ts';

export type Kernels = ReadonlyMap<string, Kernel>;

/** The error is one line: what was given, and what was expected. */
export function kernelNamed(kernels: Kernels, id: string): Result<Kernel, string> {
  const kernel = kernels.get(id);
  return kernel === undefined
    ? err(`no kernel '${id}'; expected one of ${[...kernels.keys()].join(', ')}`)
    : ok(kernel);
}

/** Parameters from words `name=value`; all others have their defaults. */
export function paramsOf(kernel: Kernel, words: readonly string[]): Result<Params, string> {
  const given: Record<string, Params[string]> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const name = word.slice(0, Math.max(at, 0));
    if (!Object.hasOwn(kernel.defaults, name)) {
      return err(`--set ${word}: expected NAME=VALUE with one of ${Object.keys(kernel.defaults).join(', ')}`);
    }
    given[name] = valueLike(kernel.defaults[name], word.slice(at + 1));
  }
  const checked = kernel.schema.check(given);
  if (checked.ok) return ok(checked.value);
  const { field, message } = checked.error;
  return err(`--set${field === '' ? '' : ` ${field}`}: ${message}`);
}

/** A text that cannot be converted stays as it is, so that the schema refuses it. */
function valueLike(model: Params[string], text: string): Params[string] {
  if (typeof model === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof model === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** 'rows 4096, columns 4096': the parameters that differ from the defaults, or all if none differs. */
export function paramsText({ defaults }: Kernel, params: Params): string {
  const all = Object.entries(params);
  const other = all.filter(([name, value]) => value !== defaults[name]);
  const shown = other.length > 0 ? other : all;
  return shown.map(([name, value]) => `${name} ${value === '' ? 'none' : value}`).join(', ');
}

/** A positive number of seconds up to what the server accepts; 5 if none is given. */
export function secondsOf(text: string | undefined): Result<number, string> {
  const seconds = Number(text ?? 5);
  if (seconds >= 0.1 && seconds <= 60) return ok(seconds);
  return err(`--max-seconds ${text}: expected 0.1 to 60`);
}
