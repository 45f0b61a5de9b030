/**
 * Parses what NVIDIA's profiler prints with `ncu --csv --page raw --print-units base`: lines of its own that begin with
 * `==`, then a line of names, one of units, and one for each profiled launch, in the order of launches. All values are
 * quoted. The text is trusted no more than any other input: anything else is refused, with the reason.
 */
import { err, ok, type Result } from '../base/result.ts';

/** One launch: gives the value in the column of that name, or null if there is no such column. */
export type ProfiledLaunch = (column: string) => string | null;

/** Only root may read counters, unless the driver's module was loaded with permission for all users. */
const FORBIDDEN = 'ERR_NVGPUCTRPERM';
const FORBIDDEN_SENTENCE =
  'the driver lets only administrators read hardware counters (ERR_NVGPUCTRPERM; NVreg_RestrictProfilingToAdminUsers=0 lets all)';

export function parseProfilerTable(text: string): Result<readonly ProfiledLaunch[], string> {
  const refusal = profilerRefusal(text);
  if (refusal !== null) return err(refusal);
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const rows: string[][] = [];
  for (const line of lines.filter(each => !each.startsWith('=='))) {
    const values = valuesIn(line.trim());
    if (values === null) return err(`the profiler's table is damaged: ${JSON.stringify(line.slice(0, 60))}`);
    rows.push(values);
  }
  const [names, units, ...launches] = rows;
  if (names === undefined || units === undefined) return err('the profiler printed no table');
  const odd = [units, ...launches].findIndex(({ length }) => length !== names.length);
  if (odd >= 0) return err(`the profiler's table is cut off: its line ${odd + 2} has other columns`);
  return ok(launches.map(values => column => values[names.indexOf(column)] ?? null));
}

/** The reason in one sentence why the profiler refuses to count; null if the text gives none. */
export function profilerRefusal(text: string): string | null {
  if (text.includes(FORBIDDEN)) return FORBIDDEN_SENTENCE;
  const said = /^==ERROR==(.*)$/m.exec(text);
  return said === null ? null : `the profiler failed: ${said[1].trim()}`;
}

/** Null if it is no list of quoted values; a quote inside a value is doubled. */
function valuesIn(line: string): string[] | null {
  if (!/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/.test(line)) return null;
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/gy)].map(([, value]) => value.replaceAll('""', '"'));
}

/** A count with commas between thousands; null for anything else. */
export function countIn(launch: ProfiledLaunch, column: string): number | null {
  const text = launch(column);
  if (text === null || !/^\d{1,3}(?:,?\d{3})*$/.test(text)) return null;
  return Number(text.replaceAll(',', ''));
}
