/** The pattern behind the 32 addresses of one request: how they follow from the lane's number. */
import { LANES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';

export type AddressPattern =
  /** All active lanes use one address; a single active lane counts, too. */
  | { readonly kind: 'broadcast' }
  /** Each active lane lies `strideBytes` (not 0) after the one before it, or the lane's number says where. */
  | { readonly kind: 'stride'; readonly strideBytes: number }
  /** Groups of `lanesPerRow` lanes `strideBytes` apart; each group `pitchBytes` after the one before it, or (0) on the same. */
  | {
      readonly kind: 'rows';
      readonly lanesPerRow: number;
      readonly strideBytes: number;
      readonly pitchBytes: number;
    }
  | { readonly kind: 'scattered' };

export interface ActiveLane {
  readonly lane: number;
  readonly address: number;
}

/** The lanes that take part, in order; a lane without an address (`ldmatrix.x1`) does not. */
export const activeLanes = ({ activeMask, address }: Access): ActiveLane[] =>
  Array.from(address, (at, lane) => ({ lane, address: at })).filter(
    ({ lane, address: at }) => ((activeMask >>> lane) & 1) === 1 && at >= 0,
  );

export function patternOf(access: Access): AddressPattern {
  const lanes = activeLanes(access);
  const byRank = lanes.map(({ address }, rank) => ({ lane: rank, address }));
  const strideBytes = strideOf(lanes) ?? strideOf(byRank);
  if (strideBytes === 0) return { kind: 'broadcast' };
  if (strideBytes !== null) return { kind: 'stride', strideBytes };
  for (let lanesPerRow = LANES / 2; lanesPerRow > 1; lanesPerRow /= 2) {
    const rows = rowsOf(lanes, lanesPerRow);
    if (rows !== null) return rows;
  }
  return { kind: 'scattered' };
}

/** Bytes from a lane to the next, 0 where there is only one lane; null where it varies. */
function strideOf(lanes: readonly ActiveLane[]): number | null {
  const [first, second] = lanes;
  if (second === undefined) return 0;
  const stride = (second.address - first.address) / (second.lane - first.lane);
  const isConstant = lanes.every(({ lane, address }) => address === first.address + stride * (lane - first.lane));
  return isConstant && Number.isInteger(stride) ? stride : null;
}

function rowsOf(lanes: readonly ActiveLane[], lanesPerRow: number): AddressPattern | null {
  const inFirstRow = lanes.filter(
    ({ lane }) => Math.floor(lane / lanesPerRow) === Math.floor(lanes[0].lane / lanesPerRow),
  );
  const strideBytes = strideOf(inFirstRow);
  if (strideBytes === null || inFirstRow.length < 2) return null;
  const starts = lanes.map(({ lane, address }) => ({
    row: Math.floor(lane / lanesPerRow),
    address: address - (lane % lanesPerRow) * strideBytes,
  }));
  const next = starts.find(({ row }) => row !== starts[0].row);
  if (next === undefined) return null;
  const pitchBytes = (next.address - starts[0].address) / (next.row - starts[0].row);
  const isConstant = starts.every(
    ({ row, address }) => address === starts[0].address + pitchBytes * (row - starts[0].row),
  );
  return isConstant && Number.isInteger(pitchBytes) ? { kind: 'rows', lanesPerRow, strideBytes, pitchBytes } : null;
}
