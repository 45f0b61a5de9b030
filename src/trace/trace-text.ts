/** Accesses as text, row by row: JSON Lines, and CSV with one column per lane. */

import { csvRow } from '../base/csv.ts';
import { LANES } from '../base/hardware.ts';
import { type Access, type AccessTrace, accessAt } from './access-trace.ts';

export interface TraceFormat {
  readonly header: string;
  /** One line with its line feed; an inactive lane is null or empty. */
  row(access: Access): string;
}

export const jsonLines: TraceFormat = {
  header: '',
  row: ({ address, ...fields }) =>
    `${JSON.stringify({ ...fields, address: Array.from(address, byte => (byte < 0 ? null : byte)) })}\n`,
};

const CSV_FIELDS = [
  'cta',
  'warp',
  'pc',
  'space',
  'kind',
  'widthBytes',
  'activeMask',
  'interval',
  'line',
  'file',
] as const satisfies readonly (keyof Access)[];

export const csv: TraceFormat = {
  header: csvRow([...CSV_FIELDS, ...Array.from({ length: LANES }, (_, lane) => `address${lane}`)]),
  row: access =>
    csvRow([...CSV_FIELDS.map(name => access[name]), ...Array.from(access.address, byte => (byte < 0 ? null : byte))]),
};

/** The whole trace; for traces that fit in memory. */
export const traceText = (trace: AccessTrace, format: TraceFormat): string =>
  format.header + Array.from({ length: trace.rows }, (_, row) => format.row(accessAt(trace, row))).join('');
