/** One request in words. Pure. */
import { popcount32 } from '../../../base/bits.ts';
import { addressText } from '../../../base/numerals.ts';
import { count, MISSING } from '../../../panels/numbers.ts';
import type { Table } from '../../../pictures/view.ts';
import { type Access, LANES } from '../../../trace/access-trace.ts';
import { UNIT_OF } from './access-list.ts';
import type { Occurrence } from './occurrences.ts';

/** 'CTA 0, warp 3, after 2 barriers: 32 lanes × 4 B'. */
export function requestWords({ cta, warp, interval, activeMask, widthBytes }: Access): string {
  const barriers = interval === 0 ? '' : `, after ${count(interval)} ${interval === 1 ? 'barrier' : 'barriers'}`;
  return `CTA ${count(cta)}, warp ${warp}${barriers}: ${popcount32(activeMask)} lanes × ${widthBytes} B`;
}

export const costWords = ({ access, parts, ideal }: Occurrence): string =>
  `${count(parts)} ${UNIT_OF[access.space]}, ideal ${count(ideal)}, excess ${count(parts - ideal)}`;

export const addressTable = ({ activeMask, address, widthBytes }: Access): Table => ({
  columns: ['lane', 'address', 'bytes'],
  rows: Array.from({ length: LANES }, (_, lane) =>
    (activeMask >>> lane) & 1
      ? [`${lane}`, addressText(address[lane]), `${widthBytes}`]
      : [`${lane}`, MISSING, MISSING],
  ),
});
