/** Reports the captures of a run of `capture`, for a person and as JSON. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { parseCapture } from '../../../src/contract/capture.ts';
import type { Capture } from '../../../src/trace/capture.ts';
import { textTable } from '../../table.ts';

export interface WrittenCapture {
  readonly folder: string;
  readonly capture: Capture;
}

/** Captures in the order of their names. The error is one line: a capture that this version cannot read. */
export function writtenCaptures(out: string): Result<WrittenCapture[], string> {
  const captures: WrittenCapture[] = [];
  for (const name of readdirSync(out).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const folder = join(out, name);
    const file = join(folder, 'capture.json');
    // The program ended while this one was begun.
    if (!existsSync(file)) continue;
    const capture = parseCapture(JSON.parse(readFileSync(file, 'utf8')));
    if (!capture.ok) return err(`${file}: ${capture.error.field}: ${capture.error.message}`);
    captures.push({ folder, capture: capture.value });
  }
  return ok(captures);
}

export const captureRecord = ({ folder, capture }: WrittenCapture) => ({
  ...{ folder, kernel: capture.kernel, index: capture.index, device: capture.gpu.device ?? null },
  ...{ complete: capture.complete, grid: capture.grid },
  ...{ block: capture.block, cluster: capture.cluster, bytes: bytesOf(capture), ptx: capture.ptx },
  leftOut: capture.leftOut,
});

/** @param exact whether frameworks were told to allocate each tensor by itself. */
export function captureText(captures: readonly WrittenCapture[], exact: boolean): string {
  const devices = new Set(captures.map(({ capture }) => capture.gpu.device ?? 0));
  const rows = captures.map(({ folder, capture }) => [
    folder,
    ...(devices.size > 1 ? [capture.gpu.device ?? 0] : []),
    capture.index,
    capture.grid.join(' x '),
    capture.block.join(' x '),
    bytesOf(capture),
    'file' in capture.ptx ? capture.ptx.from : 'none',
    capture.complete ? 'yes' : 'no',
  ]);
  const table = textTable(
    ['capture', ...(devices.size > 1 ? ['GPU'] : []), 'launch', 'grid', 'block', 'bytes', 'PTX', 'complete'],
    rows,
  );
  return `${table}${[...leftOutLines(captures), ...hintLines(captures), ...nextLines(captures, exact)].join('\n')}\n`;
}

/** Device memory, each byte once. */
const bytesOf = ({ buffers, globals }: Capture): number =>
  [...buffers, ...globals].reduce((sum, { bytes }) => sum + bytes, 0);

const leftOutLines = (captures: readonly WrittenCapture[]): string[] =>
  captures.flatMap(({ folder, capture }) =>
    capture.leftOut.map(
      ({ what, bytes, why }) => `${folder}: left out: ${what}${bytes > 0 ? `, ${bytes} bytes` : ''}: ${why}`,
    ),
  );

/** One line for each hint, with the captures that it is for. */
function hintLines(captures: readonly WrittenCapture[]): string[] {
  const byHint = new Map<string, string[]>();
  for (const { folder, capture } of captures) {
    if ('missing' in capture.ptx) byHint.set(capture.ptx.hint, [...(byHint.get(capture.ptx.hint) ?? []), folder]);
  }
  return [...byHint].map(([hint, folders]) => `no PTX: ${someOf(folders)}: ${hint}`);
}

const SHOWN = 3;

const someOf = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;

function nextLines(captures: readonly WrittenCapture[], exact: boolean): string[] {
  const lines: string[] = [];
  if (!exact && captures.some(({ capture }) => capture.buffers.some(isPooled)))
    lines.push(
      "Memory of a framework's pool is larger than the tensors in it: --exact makes PyTorch and JAX allocate each by itself.",
    );
  const ready = captures.find(({ capture }) => 'file' in capture.ptx && capture.complete);
  if (ready !== undefined) lines.push(`next: lanescape emulate --capture ${ready.folder}`);
  return lines;
}

/** Pools take multiples of 2 MiB. */
const isPooled = ({ allocation }: Capture['buffers'][number]): boolean => allocation.bytes % 2 ** 21 === 0;
