/** Says where two traces first part: 'warp 3 lane 5, 2nd shared load: predicted 0x0594, emulated 0x05C0'. */
import { lowestBit32 } from '../base/bits.ts';
import { addressText, ordinal } from '../base/numerals.ts';
import type { Access, AccessKind, Space } from './access-trace.ts';
import type { Verdict } from './evidence.ts';

type Difference = Extract<Verdict, { kind: 'differ' }>;

/** The index counts the accesses of this warp, space and kind from 0. */
export interface AccessPlace {
  readonly cta: number;
  readonly warp: number;
  readonly space: Space;
  readonly kind: AccessKind;
  readonly index: number;
}

/** `lanes` has a bit for each differing lane, at least one; the lowest is named. */
export function differenceAt(
  place: AccessPlace,
  lanes: number,
  predicted: Access | undefined,
  emulated: Access | undefined,
): Difference {
  const { cta, warp, space, kind, index } = place;
  const lane = lowestBit32(lanes);
  const who = `${cta === 0 ? '' : `CTA ${cta} `}warp ${warp} lane ${lane}`;
  const request = `${ordinal(index + 1)} ${space} ${kind}`;
  const at = `${who}, ${request}: ${contrast(lane, predicted, emulated)}`;
  return { kind: 'differ', at, warp, lane, access: { space, kind, index } };
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
