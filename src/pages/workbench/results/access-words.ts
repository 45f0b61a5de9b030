/** One request in words. Pure. */

import { popcount32 } from '../../../base/bits.ts';
import { LANES } from '../../../base/hardware.ts';
import { count, MISSING } from '../../../base/numbers.ts';
import { addressText } from '../../../base/numerals.ts';
import { columnNoun } from '../../../pictures/requests/request-cells.ts';
import type { Table } from '../../../pictures/view.ts';
import type { Access, Space } from '../../../trace/access-trace.ts';
import { unitOf } from './access-list.ts';
import type { Occurrence } from './occurrences.ts';

/** 'CTA 0, warp 3, after 2 barriers: 32 lanes × 4 B'. */
export function requestWords(access: Access): string {
  const { cta, warp, interval, activeMask, widthBytes } = access;
  const barriers = interval === 0 ? '' : `, after ${count(interval)} ${interval === 1 ? 'barrier' : 'barriers'}`;
  const columns = popcount32(activeMask);
  const noun = `${columnNoun(access)}${columns === 1 ? '' : 's'}`;
  return `CTA ${count(cta)}, warp ${warp}${barriers}: ${columns} ${noun} × ${widthBytes} B`;
}

/**
 * Words about the cost of a request. A copy engine's lines in shared memory have no ideal, and none is known for
 * accesses within the cluster.
 */
export function costWords({ access, parts, ideal }: Occurrence): string {
  const cost = `${count(parts)} ${unitOf(access, parts)}`;
  if (access.space === 'cluster' || unitOf(access) === 'lines') return cost;
  return `${cost}, ideal ${count(ideal)}, excess ${count(parts - ideal)}`;
}

export const addressTable = (access: Access): Table => addressRows(access, columnNoun(access));

const addressRows = ({ space, activeMask, address, widthBytes }: Access, noun: string): Table => ({
  columns: [noun, 'address', 'bytes'],
  rows: Array.from({ length: LANES }, (_, lane) =>
    (activeMask >>> lane) & 1
      ? [`${lane}`, placeText(space, address[lane]), `${widthBytes}`]
      : [`${lane}`, MISSING, MISSING],
  ),
});

/** Bit from which on an address in another CTA's shared memory has that CTA's rank. */
const RANK_BIT = 24;

const placeText = (space: Space, address: number): string =>
  space === 'cluster'
    ? `rank ${Math.floor(address / 2 ** RANK_BIT)} + ${addressText(address % 2 ** RANK_BIT)}`
    : addressText(address);
