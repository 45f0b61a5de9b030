/**
 * How fast PTX text is read: the committed transpose kernel, again and again under other names. Prints JSON Lines.
 *
 * entryToSplit: a module of 10^6 lines, one kernel of its thousands asked for, over a split of the same text into lines.
 *   Rounds of the two alternate, so that a busy machine disturbs both alike.
 * outlineOfMillionLines: what the page's worker says of that text when it is opened: all names, and one kernel's outline.
 * entryPeakMegabytes, outlinePeakMegabytes: the most memory of a fresh process that does so with such a file.
 * wholeToSplit, wholeMegabyte: a module of 10^6 bytes, all of it, over the same; and its time.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernel } from '../../src/kernels/transpose/index.ts';
import { parseModule, type ReadOptions } from '../../src/ptx/parse/module.ts';
import { readOutline } from '../../src/services/emulator/outline-job.ts';

const LINES = 1_000_000;
const MEGABYTE = 1_000_000;
const ROUNDS = 5;
const ptxFile = new URL(`../../public/ptx/${kernel.ptxPath('padded', kernel.defaults, 'sm_90')}`, import.meta.url);

/** The kernel `count` times, between the text's head and its tail. */
function repeated(count: (body: string) => number): string {
  const text = readFileSync(ptxFile, 'utf8');
  const start = text.indexOf('.visible .entry');
  const end = text.indexOf('\n}\n', start) + 3;
  const body = text.slice(start, end);
  const name = /\.entry (\w+)/.exec(body)![1];
  const bodies = Array.from({ length: count(body) }, (_, i) => body.replaceAll(name, `${name}_${i}`));
  return text.slice(0, start) + bodies.join('') + text.slice(end);
}

const middleEntry = (entries: readonly string[]): string => entries[entries.length >> 1];

function read(text: string, options: ReadOptions): void {
  const module = parseModule(text, options);
  if (!module.ok) throw new Error(module.error.message);
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

function compare(text: string, options: ReadOptions): { readonly readMs: number; readonly ratio: number } {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const splitMs = milliseconds(() => text.split('\n').length);
    return { splitMs, readMs: milliseconds(() => read(text, options)) };
  });
  const readMs = medianOf(rounds.slice(1).map(round => round.readMs));
  return { readMs, ratio: readMs / medianOf(rounds.slice(1).map(round => round.splitMs)) };
}

function peakMegabytes(text: string, task: 'entry' | 'outline'): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-parse-'));
  const file = join(folder, 'long.ptx');
  writeFileSync(file, text);
  const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url)], {
    encoding: 'utf8',
    env: { ...process.env, BENCH_PTX: file, BENCH_TASK: task },
  });
  rmSync(folder, { recursive: true });
  return Number(printed);
}

const print = (name: string, value: number, unit: string, goal?: string): void =>
  console.log(JSON.stringify({ name: `parse.${name}`, value: Number(value.toPrecision(4)), unit, goal }));

/** Each time a text of its own, since what was read is kept. */
const outlineTimes = (text: string): number[] =>
  Array.from({ length: ROUNDS }, (_, i) => milliseconds(() => outline(`${text}// ${i}\n`)));

function outline(ptx: string): void {
  const read = readOutline({ ptx, cuda: '', kernel: undefined });
  if (!read.ok) throw new Error(read.error.message);
}

function main(): void {
  const long = repeated(body => Math.ceil(LINES / (body.split('\n').length - 1)));
  const entry = compare(long, { choose: middleEntry });
  print('entryToSplit', entry.ratio, 'x', 'at most 10');
  print('entryOfMillionLines', entry.readMs, 'ms', 'at most 3000');
  print('entryPeakMegabytes', peakMegabytes(long, 'entry'), 'MB', 'at most 400');
  print('outlineOfMillionLines', medianOf(outlineTimes(long)), 'ms', 'at most 3000');
  print('outlinePeakMegabytes', peakMegabytes(long, 'outline'), 'MB', 'at most 400');
  const whole = compare(
    repeated(body => Math.ceil(MEGABYTE / body.length)),
    {},
  );
  print('wholeToSplit', whole.ratio, 'x');
  print('wholeMegabyte', whole.readMs, 'ms', 'at most 300');
}

/** Set for the fresh process: the file that it reads. */
const file = process.env.BENCH_PTX;
if (file === undefined) main();
else {
  const text = readFileSync(file, 'utf8');
  if (process.env.BENCH_TASK === 'outline') outline(text);
  else read(text, { choose: middleEntry });
  console.log(process.resourceUsage().maxRSS / 1000);
}
