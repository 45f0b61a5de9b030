/** Sectors in words: how the lanes of the worst global request lie, how many sectors that takes, and what usually helps. */
import { LANES, LINE_BYTES, SECTOR_BYTES, WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { sectorsOf } from '../banks/sectors.ts';
import { accessName, type CostFinding, counted, overAllRequests, rowWords } from './finding-words.ts';
import type { AccessTotals } from './line-summary.ts';
import { type AddressPattern, activeLanes, patternOf } from './pattern.ts';

/** Null if each request takes only the sectors that its bytes need. `totals` are of global memory. */
export function sectorFinding(totals: AccessTotals): CostFinding | null {
  // The tensor map decides what a copy engine reads.
  if (totals.over === 0 || totals.kind === 'bulk') return null;
  const { worst } = totals;
  const pattern = patternOf(worst);
  const { sectors, ideal } = sectorsOf(worst);
  const took = `${counted(sectors, 'sector')} where ${ideal} would do`;
  const all = overAllRequests(totals, totals.parts, totals.ideal, 'sector');
  const cost = { unit: 'sectors', actual: totals.parts, ideal: totals.ideal } as const;
  if (isDense(totals, pattern) && hasGaps(worst.activeMask)) {
    const message = `${accessName(totals)} by ${lanesWords(worst.activeMask)}, each of its own element: ${took}${all}`;
    return { kind: 'scatteredSectors', rank: 'cost', message, fix: CLOSE_GAPS, cost };
  }
  if (isDense(totals, pattern)) {
    const offset = Math.min(...activeLanes(worst).map(({ address }) => address)) % SECTOR_BYTES;
    const message = `${accessName(totals)} of neighbouring elements from ${offset} B after the start of a sector: ${took}${all}`;
    return { kind: 'unalignedAccess', rank: 'cost', message, fix: ALIGN, cost };
  }
  const message = `${accessName(totals)}${patternWords(pattern)}: ${took}${all}`;
  return { kind: 'scatteredSectors', rank: 'cost', message, fix: fixFor(totals, pattern, ideal), cost };
}

const ALIGN = `Start each row of the array at a multiple of ${SECTOR_BYTES} B (pad the rows, or move the start of the block). If a stencil needs the neighbours too, load them once into shared memory.`;

const CLOSE_GAPS =
  'Give neighbouring elements to neighbouring lanes that are active: let the first lanes do the work (element = lane times the distance), or let the lanes between take elements, too.';

/** Whether lanes between the first and the last active lane are inactive. */
const hasGaps = (mask: number): boolean => {
  const shifted = mask >>> (31 - Math.clz32(mask & -mask));
  return (shifted & (shifted + 1)) !== 0;
};

/** 'every other lane', 'every 4th lane', '7 lanes with others between them'. */
function lanesWords(mask: number): string {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane).filter(lane => ((mask >>> lane) & 1) === 1);
  const step = lanes[1] - lanes[0];
  if (!lanes.every((lane, i) => lane === lanes[0] + i * step)) return `${lanes.length} lanes with others between them`;
  return step === 2 ? 'every other lane' : `every ${step}${['th', 'th', 'th', 'rd'][step] ?? 'th'} lane`;
}

const isDense = ({ worst }: AccessTotals, pattern: AddressPattern): boolean =>
  pattern.kind === 'stride' && Math.abs(pattern.strideBytes) === worst.widthBytes;

function patternWords(pattern: AddressPattern): string {
  if (pattern.kind === 'rows') return rowWords(pattern);
  return pattern.kind === 'stride' ? `, lanes ${pattern.strideBytes} B apart` : ' of scattered elements';
}

function fixFor(totals: AccessTotals, pattern: AddressPattern, ideal: number): string {
  const { widthBytes } = totals.worst;
  const best = counted(ideal, 'sector');
  if (pattern.kind === 'scattered')
    return 'Let neighbouring lanes take neighbouring elements: sort the indices, or gather whole rows into shared memory first.';
  if (pattern.kind === 'rows' && Math.abs(pattern.strideBytes) <= widthBytes)
    return `Give each row of the block more lanes (a wider blockDim.x): rows of whole sectors (${SECTOR_BYTES} B), each starting at a multiple of that, take ${best}.`;
  const stride = pattern.kind === 'stride' ? Math.abs(pattern.strideBytes) : LINE_BYTES;
  if (stride < LINE_BYTES) return fixForStructs(totals, stride, best);
  return `Let neighbouring lanes take neighbouring elements (index the fastest dimension with threadIdx.x): ${best}; if the other side then has the stride, go through a tile in shared memory.`;
}

/** A small stride is the size of a struct, or of some elements that one lane works on. */
function fixForStructs({ worst, kind }: AccessTotals, strideBytes: number, best: string): string {
  const arrays = `Split the struct into one array for each member, or let neighbouring lanes take neighbouring elements: ${best}`;
  const whole = worst.activeMask === 0xffff_ffff && kind !== 'atomic' && [8, WIDEST_ACCESS_BYTES].includes(strideBytes);
  if (!whole) return `${arrays}; or bring whole structs in through shared memory.`;
  const from = Math.min(...activeLanes(worst).map(({ address }) => address - (address % strideBytes)));
  const address = worst.address.map((_, lane) => from + lane * strideBytes);
  const { sectors } = sectorsOf({ ...worst, widthBytes: strideBytes, address });
  return `${arrays}; or move all ${strideBytes} B of a struct with one instruction: ${counted(sectors, 'sector')} once for all its members.`;
}
