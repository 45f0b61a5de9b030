/** Clocks in the links of the pages that draw pipelines. */
import type { TimeWindow } from '../../pictures/pipeline/records.ts';
import { optional, word } from '../../state/link-codec.ts';

/** Time with at most as many digits as a run that can be simulated needs. */
const CLK = /^-?\d{1,12}(?:\.\d{1,6})?$/;

/** `least`: the first clk of the page's axis. */
export function clkParts(least: number) {
  const clkOf = (typed = ''): number | undefined =>
    CLK.test(typed) && Number(typed) >= least ? Number(typed) : undefined;
  const at = word<number>({ fallback: 0, allowed: 'a cycle', parse: clkOf, textOf: String });
  const window = word<TimeWindow>({
    fallback: { from: 0, to: 0 },
    allowed: 'two cycles like 4200_6800, the earlier first',
    parse: typed => {
      const [from, to] = typed.split('_').map(clkOf);
      return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
    },
    textOf: ({ from, to }) => `${from}_${to}`,
  });
  return {
    /** The stretch of the axis that is drawn; null = all of it. */
    window: optional(window),
    /** The playhead; null = where the page puts it. */
    at: optional(at),
  };
}
