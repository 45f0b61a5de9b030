/**
 * `npm run bench [name…]`: runs every scripts/bench/*.ts in a process of its own, so that none warms up or slows down
 * another, then prints one table of the numbers. A script exports `run`, or prints its rows as JSON Lines.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

interface Row {
  readonly name: string;
  readonly value: number | string;
  readonly unit: string;
  /** Goal in words, or as a bare number: 'at most 250'. */
  readonly goal?: number | string;
}

const CHILD = '--in-this-process';

function benchFiles(chosen: readonly string[]): string[] {
  const folder = join(import.meta.dirname, 'bench');
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const all = [...files.sort().map(name => join(folder, name)), join(import.meta.dirname, 'check-bundle.ts')];
  return chosen.length === 0 ? all : all.filter(file => chosen.includes(basename(file, '.ts')));
}

async function runInOwnProcess(file: string): Promise<{ rows: Row[]; ok: boolean }> {
  console.log(`\n## ${basename(file, '.ts')}`);
  const rows: Row[] = [];
  const child = fork(import.meta.filename, [CHILD, file], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'close');
  child.on('message', message => rows.push(...(message as Row[])));
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{')) rows.push(JSON.parse(line));
    else console.log(line);
  }
  const [code] = await ended;
  return { rows, ok: code === 0 };
}

async function runHere(file: string): Promise<void> {
  const { run } = await import(pathToFileURL(file).href);
  if (run) process.send?.(await run());
  process.disconnect?.();
}

function printTable(rows: readonly Row[]): void {
  const rowOf = ({ name, value, unit, goal }: Row) => [name, `${value}`, unit, goal === undefined ? '' : `${goal}`];
  const cells = [['name', 'value', 'unit', 'goal'], ...rows.map(rowOf)];
  const widths = [0, 1, 2, 3].map(i => Math.max(...cells.map(row => row[i].length)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 1 ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  console.log('');
  for (const row of cells) console.log(line(row));
}

const [first, ...rest] = process.argv.slice(2);
if (first === CHILD) {
  await runHere(rest[0]);
} else {
  const rows: Row[] = [];
  for (const file of benchFiles(process.argv.slice(2))) {
    const result = await runInOwnProcess(file);
    rows.push(...result.rows);
    if (!result.ok) process.exitCode = 1;
  }
  if (rows.length > 0) printTable(rows);
}
