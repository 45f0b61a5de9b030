/** Records of the pictures of one request: shared memory by banks, global and local memory by sectors. Pure. */
import { LANES, LINE_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { costOfAccess } from '../../../model/banks/wavefronts.ts';
import { bankMapFigure } from '../../../pictures/bank-map/figure.ts';
import { coalescingFigure } from '../../../pictures/coalescing/figure.ts';
import { fetchOf } from '../../../pictures/coalescing/sectors.ts';
import type { Figure } from '../../../pictures/figure.ts';
import { punchCardFigure } from '../../../pictures/punch-card/figure.ts';
import type { CoalescingRecords, Request } from '../../../pictures/records.ts';
import type { PictureView } from '../../../pictures/view.ts';
import type { Access } from '../../../trace/access-trace.ts';
import { bufferAddresses } from '../../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch } from '../../../trace/launch.ts';

export type AccessCostRecords =
  | { readonly by: 'banks'; readonly request: Request }
  | { readonly by: 'sectors'; readonly records: CoalescingRecords }
  /** Served by neither. */
  | { readonly by: 'addresses'; readonly access: Access };

export function accessRecords(access: Access, launch: Pick<Launch, 'buffers'>): AccessCostRecords {
  if (access.space === 'shared') return { by: 'banks', request: { access, cost: costOfAccess(access) } };
  if (access.space === 'global') return { by: 'sectors', records: { access, origin: bufferUnder(access, launch) } };
  if (access.space === 'local') return { by: 'sectors', records: { access: interleaved(access), origin: STACKS } };
  return { by: 'addresses', access };
}

/** A copy engine has none to lay side by side. */
export const hasLanes = ({ access }: Request): boolean => access.kind !== 'bulk';

/** The buffer that holds the lowest address. */
function bufferUnder({ address }: Access, launch: Pick<Launch, 'buffers'>): CoalescingRecords['origin'] {
  const lowest = address.reduce((least, at) => (at >= 0 && at < least ? at : least), Number.POSITIVE_INFINITY);
  const starts = bufferAddresses(launch);
  for (const { name, type, length } of launch.buffers) {
    const byteAddress = starts.get(name) ?? 0;
    if (lowest >= byteAddress && lowest < byteAddress + length * ELEMENT_BYTES[type]) return { name, byteAddress };
  }
  return null;
}

const STACKS = { name: "the lanes' stacks, interleaved", byteAddress: 0 };

/**
 * Addresses of words of the lanes' own stacks: words with the same number lie side by side for all 32 lanes (CUDA C++
 * Programming Guide, "Local Memory"). If an access has several words, only the first is placed; the others lie alike,
 * each 128 bytes further on.
 */
function interleaved(access: Access): Access {
  const place = (byte: number, lane: number): number =>
    byte < 0 ? byte : (Math.floor(byte / WORD_BYTES) * LANES + lane) * WORD_BYTES + (byte % WORD_BYTES);
  return { ...access, widthBytes: Math.min(WORD_BYTES, access.widthBytes), address: access.address.map(place) };
}

/** Cells of a bank map, before one line is less than a pixel. */
export const BANK_MAP_PX = 120;

/** Scale that several requests share, so that a line, a cell or a sector means the same beside each other. */
export interface SharedAccessScale {
  readonly lineCount: number | null;
  readonly sectors: number;
}

export function sharedAccessScale(all: readonly AccessCostRecords[]): SharedAccessScale {
  const lines = all.flatMap(one => (one.by === 'banks' ? [linesReached(one.request)] : []));
  const sectors = all.flatMap(one => (one.by === 'sectors' ? [fetchOf(one.records.access).sectors.length] : []));
  return { lineCount: lines.length < 2 ? null : Math.max(...lines), sectors: Math.max(0, ...sectors) };
}

const linesReached = ({ cost }: Request): number =>
  Math.max(1, ...cost.hits.map(hit => Math.floor((hit.wordAddress * WORD_BYTES) / LINE_BYTES) + 1));

export const coalescingScale = ({ sectors }: SharedAccessScale) => ({ columns: sectors, rows: LANES });

/** The same pictures for a file. */
export function accessFigures(
  records: AccessCostRecords,
  view: PictureView,
  scale: SharedAccessScale | null,
): Figure[] {
  if (records.by === 'addresses') return [];
  if (records.by === 'sectors')
    return [coalescingFigure(records.records, { ...view, scale: scale && coalescingScale(scale) })];
  const { request } = records;
  const lineCount = scale?.lineCount ?? null;
  return [
    bankMapFigure({ layout: null, request, lineCount }, { ...view, maxHeight: BANK_MAP_PX }),
    ...(hasLanes(request) ? [punchCardFigure({ layout: null, request, rows: 'lanes' }, view)] : []),
  ];
}
