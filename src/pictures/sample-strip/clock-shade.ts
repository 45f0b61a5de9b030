/** The shade of a sample by its SM clock: the source's own at the highest of all, turning to a warning as the clock falls. */

import { blend, type Theme } from '../theme.ts';
import { isTimed, type SampleRow } from './records.ts';

/** A clock so much lower is shown as a warning outright: a kernel loses that time by its clock alone. */
export const LOW_CLOCK_SHARE = 0.1;
/** A palette has room for a few. */
const STEPS = 6;

export function clockFill(theme: Theme, mhz: number, highestMhz: number): string {
  const lost = Math.min(1, (1 - mhz / highestMhz) / LOW_CLOCK_SHARE);
  return blend(theme.sources.measured.ink, theme.warn.ink, Math.round(Math.max(0, lost) * STEPS) / STEPS);
}

/** 0 where nothing was timed. */
export const highestMhzOf = (rows: readonly SampleRow[]): number =>
  rows.reduce(
    (highest, { outcome }) =>
      isTimed(outcome) ? outcome.samplesMhz.reduce((a, b) => Math.max(a, b), highest) : highest,
    0,
  );
