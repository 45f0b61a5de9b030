/** The thread-value picture in words: caption, lens, keyboard, table. */

import { LANES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { offsetAt } from '../../model/layout/layout.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { elementOf, type Holder, threadsOf, valuesOf } from '../../model/layout-steps/fragments.ts';
import { bankText, count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { ThreadValueRecords } from '../records.ts';
import { gridFigure } from '../scene/grid-figure.ts';
import type { Lens, PictureView, Table } from '../view.ts';
import { hasWarps, holdersIn, threadValueFrame, threadValueScene } from './draw.ts';

export function threadValueFigure(records: ThreadValueRecords, view: PictureView): Figure {
  const { fragment } = records;
  const lensIn = ({ row, column }: Cell) =>
    row < fragment.rows && column < fragment.columns ? lensOf(records, row, column) : null;
  return {
    ...gridFigure(threadValueFrame(records, view), fragment, lensIn),
    ...captionOf(records),
    source: view.source,
    scene: threadValueScene(records, view),
    table: () => threadsTable(records),
  };
}

function lensOf({ fragment, addressOf }: ThreadValueRecords, row: number, column: number): Lens {
  const element = row * fragment.columns + column;
  const holders = holdersIn(fragment)[element];
  const address = addressOf?.(element);
  const bytes = fragment.elementBytes;
  const isHeld = holders.length > 0 && !fragment.fromShared;
  return {
    title: holderText(holders),
    lines: [
      `${fragment.part}: row ${row}, column ${column}`,
      ...(isHeld ? [registerText(holders[0].value, bytes)] : []),
      ...(address === undefined ? [] : [`${addressText(address)} → ${bankText(address, bytes)}`]),
    ],
  };
}

function holderText(holders: readonly Holder[]): string {
  if (holders.length === 0) return 'held by no thread';
  const [{ thread, value }] = holders;
  if (holders.length > 1) return `${holders.length} threads, from ${thread} on`;
  const warp = thread < LANES ? '' : ` (warp ${Math.floor(thread / LANES)}, lane ${thread % LANES})`;
  return `thread ${thread}${warp}, value ${value}`;
}

/** Packed values lie from the low bits up; one of 8 bytes takes two registers. */
function registerText(value: number, bytes: number): string {
  const perRegister = Math.max(1, 4 / bytes);
  if (bytes > 4) return `registers ${2 * value} and ${2 * value + 1}`;
  const register = Math.floor(value / perRegister);
  const low = (value % perRegister) * bytes * 8;
  return perRegister === 1 ? `register ${register}` : `register ${register}, bits ${low} to ${low + bytes * 8 - 1}`;
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['registers', 'Registers'],
  ['T V', 'Threads and values'],
]);

function captionOf(records: ThreadValueRecords): Caption {
  const { fragment, addressOf } = records;
  const { name, part, rows, columns } = fragment;
  const colour = `${addressOf === null ? 'colour = lane' : 'colour = bank'}${hasWarps(records) ? ', lines part warps' : ''}`;
  const each = count(valuesOf(fragment), 'value');
  return {
    title: records.title ?? TITLES.get(part) ?? `Operand ${part}`,
    text: `${rows} × ${columns}; ${colour}`,
    detail: `${name}, ${part}: ${rows} rows × ${columns} columns of ${fragment.elementBytes} B, ${count(threadsOf(fragment), 'thread')} with ${each} each; ${colour}`,
    differing: '',
  };
}

/** A row for each thread, its values as (row, column). */
export function threadsTable({ fragment }: ThreadValueRecords): Table {
  const values = fragment.fromShared ? 0 : valuesOf(fragment);
  const place = (thread: number, value: number): string => {
    const element = elementOf(fragment, thread, value);
    const column = element % fragment.columns;
    return `(${(element - column) / fragment.columns}, ${column})`;
  };
  return {
    columns: [
      'thread',
      ...Array.from({ length: values }, (_, value) => `V${value}`),
      ...(values === 0 ? ['values'] : []),
    ],
    rows: Array.from({ length: threadsOf(fragment) }, (_, thread) => [
      `T${offsetAt(fragment.threads, thread)}`,
      ...Array.from({ length: values }, (_, value) => place(thread, value)),
      ...(values === 0 ? ['all of them, from shared memory'] : []),
    ]),
  };
}
