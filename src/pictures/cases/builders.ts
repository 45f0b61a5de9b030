/** Records for picture cases, made from a layout alone: no kernel is involved. */
import { LANES } from '../../base/hardware.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { type Access, type AccessKind, NO_PC } from '../../trace/access-trace.ts';
import type { Request } from '../records.ts';
import type { Theme } from '../theme.ts';
import { defaultView, type PictureView } from '../view.ts';

interface TileShape {
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes?: number;
  readonly pad?: number;
  readonly xor?: boolean;
  readonly baseBytes?: number;
}

export const tile = ({
  rows,
  columns,
  elementBytes = 4,
  pad = 0,
  xor = false,
  baseBytes = 0,
}: TileShape): TileLayout => ({
  rows,
  columns,
  elementBytes,
  pitchElements: columns + pad,
  swizzle: xor ? { kind: 'xor', rowsPerStep: 1, columnsPerStep: 1 } : { kind: 'none' },
  baseBytes,
});

interface RequestShape {
  readonly widthBytes: number;
  readonly kind?: AccessKind;
  /** Byte address by lane; null = the lane takes no part. */
  readonly addressOf: (lane: number) => number | null;
}

export function request({ widthBytes, kind = 'load', addressOf }: RequestShape): Request {
  const address = Float64Array.from({ length: LANES }, (_, lane) => addressOf(lane) ?? -1);
  const activeMask = address.reduce((mask, a, lane) => (a < 0 ? mask : mask | (1 << lane)), 0) >>> 0;
  const access: Access = {
    cta: 0,
    warp: 5,
    pc: NO_PC,
    space: 'shared',
    kind,
    widthBytes,
    activeMask,
    interval: 0,
    line: 0,
    file: '',
    address,
  };
  return { access, cost: costOfAccess(access) };
}

/** Lane l loads element (l, column); lanes below `rows` only. */
export const columnLoad = (layout: TileLayout, column: number): Request =>
  request({
    widthBytes: layout.elementBytes,
    addressOf: lane => (lane < layout.rows ? byteAddressOf(layout, lane, column) : null),
  });

/** The same of a 32 × 32 tile of words by a kernel that forgets the padding in its index. */
export const unpaddedColumnLoad = (column: number): Request =>
  columnLoad(tile({ rows: LANES, columns: LANES }), column);

/** Lane l stores element (row, l). */
export const rowStore = (layout: TileLayout, row: number): Request =>
  request({
    widthBytes: layout.elementBytes,
    kind: 'store',
    addressOf: lane => (lane < layout.columns ? byteAddressOf(layout, row, lane) : null),
  });

/** The column of an exhibit with two variants at 1440 px. */
export const CASE_WIDTH_PX = 394;

export const caseView = (theme: Theme, changes: Partial<PictureView> = {}): PictureView => ({
  ...defaultView(theme, 'predicted', CASE_WIDTH_PX),
  ...changes,
});
