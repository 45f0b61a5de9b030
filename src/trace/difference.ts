/** Says where two traces first part: 'warp 3 lane 5, 2nd shared load: predicted 0x0594, emulated 0x05C0'. */
import { lowestBit32 } from '../base/bits.ts';
import { addressText, ordinal } from '../base/numerals.ts';
import type { Access, AccessKind, Space } from './access-trace.ts';
import type { Verdict } from './evidence.ts';

export type Difference = Extract<Verdict, { kind: 'differ' }>;

/** The index counts the accesses of this warp, space and kind from 0. */
export interface AccessPlace {
  readonly cta: number;
  readonly warp: number;
  readonly space: Space;
  readonly kind: AccessKind;
  readonly index: number;
}

export interface DifferenceText {
  readonly at: string;
  readonly warp: number;
  /** Lowest lane that differs. */
  readonly lane: number;
  readonly access: Pick<AccessPlace, 'space' | 'kind' | 'index'>;
}

/** `lanes` has a bit for each differing lane, at least one; the lowest is named. */
export function differenceAt(
  place: AccessPlace,
  lanes: number,
  predicted: Access | undefined,
  emulated: Access | undefined,
): Difference {
  const lane = lowestBit32(lanes);
  const { warp, space, kind, index } = place;
  const cta = place.cta === 0 ? '' : `CTA ${place.cta} `;
  const access = `${ordinal(place.index + 1)} ${place.space} ${place.kind}`;
  const at = `${cta}warp ${place.warp} lane ${lane}, ${access}: ${contrast(lane, predicted, emulated)}`;
  const { warp, space, kind, index } = place;
  return { at, warp, lane, access: { space, kind, index } };
}

function contrast(lane: number, predicted: Access | undefined, emulated: Access | undefined): string {
  if (emulated === undefined) return 'predicted, but not emulated';
  if (predicted === undefined) return 'emulated, but not predicted';
  if (predicted.widthBytes !== emulated.widthBytes)
    return `predicted ${predicted.widthBytes} B, emulated ${emulated.widthBytes} B`;
  return `predicted ${laneText(predicted, lane)}, emulated ${laneText(emulated, lane)}`;
}

const laneText = ({ activeMask, address }: Access, lane: number): string =>
  (activeMask >>> lane) & 1 ? addressText(address[lane]) : 'idle';
