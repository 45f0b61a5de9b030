/** Lanes whose emulated request differs from the predicted one, in marks and in words. */
import { LANES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { Request } from '../records.ts';
import { bytesPerLane, isActive } from './request-cells.ts';

export interface LaneDifference {
  readonly lane: number;
  /** Byte addresses; null = the lane takes no part. */
  readonly predicted: number | null;
  readonly emulated: number | null;
  /** Bytes behind each address. */
  readonly bytes: number;
}

const NONE: readonly LaneDifference[] = [];

/** Lanes whose emulated address is not the predicted one; none without a prediction to compare with. */
export function laneDifferences(emulated: Request | null, predicted: Request | null = null): readonly LaneDifference[] {
  if (predicted === null || predicted === emulated) return NONE;
  const bytes = bytesPerLane(predicted.access);
  return Array.from({ length: LANES }, (_, lane) => ({
    lane,
    predicted: addressOf(predicted, lane),
    emulated: addressOf(emulated, lane),
    bytes,
  })).filter(difference => difference.predicted !== difference.emulated);
}

const addressOf = (request: Request | null, lane: number): number | null =>
  request !== null && isActive(request.access, lane) ? request.access.address[lane] : null;

/** Differences with one of their two places among the `bytes` bytes from an address on. */
export const differencesAt = (
  differences: readonly LaneDifference[],
  address: number,
  bytes: number,
): readonly LaneDifference[] => {
  const meets = (start: number | null, length: number): boolean =>
    start !== null && start < address + bytes && address < start + length;
  return differences.filter(d => meets(d.predicted, d.bytes) || meets(d.emulated, d.bytes));
};

/** '31 lanes differ'; '' where all agree. */
export const differingText = ({ length }: readonly LaneDifference[]): string =>
  length === 0 ? '' : length === 1 ? '1 lane differs' : `${length} lanes differ`;

/** Text that follows a caption in full. */
export const differingDetail = (differences: readonly LaneDifference[]): string =>
  differences.length === 0 ? '' : `; ${differingText(differences)}: dashed = predicted, flag = emulated`;

/** More would hide the picture behind the lens. */
const SAID = 2;

/** 'lane 5: predicted 0x0294, emulated 0x0280', the first of them. */
export function differenceLines(differences: readonly LaneDifference[]): string[] {
  const lines = differences
    .slice(0, SAID)
    .map(({ lane, predicted, emulated }) => `lane ${lane}: predicted ${said(predicted)}, emulated ${said(emulated)}`);
  const rest = differences.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

const said = (address: number | null): string => (address === null ? 'idle' : addressText(address));
