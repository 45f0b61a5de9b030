/** What is under a point of a coalescing picture. */
import { LANES } from '../../base/hardware.ts';
import type { CoalescingFrame } from './frame.ts';

export type CoalescingTarget =
  | { readonly kind: 'lane'; readonly lane: number }
  | { readonly kind: 'sector'; readonly sector: number };

/** A lane's whole row is the lane; above the rows, the sector whose column it is. */
export function coalescingHit(frame: CoalescingFrame, px: number, py: number): CoalescingTarget | null {
  if (px < 0) return null;
  const lane = Math.floor((py - frame.lanesY) / frame.pitchY);
  if (lane >= 0 && lane < LANES) return { kind: 'lane', lane };
  if (py < frame.bracketY || py >= frame.lanesY) return null;
  const sector = frame.sectorX.findLastIndex(left => px >= left);
  return sector >= 0 && px < frame.sectorX[sector] + frame.sectorPx ? { kind: 'sector', sector } : null;
}
