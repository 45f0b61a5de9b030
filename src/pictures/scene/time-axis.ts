/** Axis of measured times: its ends, its unit, and its ticks. */
import { timeUnit } from '../../base/numerals.ts';
import { roundStep } from '../../base/round-step.ts';
import { roundTicks, stepDigits } from './round-ticks.ts';

/** An axis of time that starts at 0, or visibly does not. */
export interface TimeAxis {
  readonly fromNs: number;
  readonly toNs: number;
  /** It leaves out what lies between 0 and `fromNs`. */
  readonly isBroken: boolean;
  readonly unit: string;
  readonly ticks: readonly { readonly ns: number; readonly text: string }[];
}

/** Times that lie closer together than this share of the greatest would be one line on an axis from 0. */
const LEAST_SPREAD = 0.5;

/** Holds all of `timesNs`; `tickCount` is about how many ticks there is room for. */
export function timeAxis(timesNs: Iterable<number>, tickCount: number): TimeAxis {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const ns of timesNs) {
    low = Math.min(low, ns);
    high = Math.max(high, ns);
  }
  if (high === 0) return { fromNs: 0, toNs: 1000, isBroken: false, unit: 'µs', ticks: [{ ns: 0, text: '0' }] };
  const isBroken = high - low < LEAST_SPREAD * high;
  const margin = isBroken ? Math.max((high - low) * 0.06, high * 1e-4) : 0;
  const [fromNs, toNs] = isBroken ? [low - margin, high + margin] : [0, high * 1.02];
  const unit = timeUnit(high);
  return { fromNs, toNs, isBroken, unit: unit.name, ticks: timeTicks(fromNs, toNs, tickCount, unit.ns) };
}

function timeTicks(fromNs: number, toNs: number, tickCount: number, unitNs: number): TimeAxis['ticks'] {
  const step = roundStep((toNs - fromNs) / unitNs / Math.max(1, tickCount));
  const digits = stepDigits(step);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return roundTicks(fromNs / unitNs, toNs / unitNs, step).map(value => ({
    ns: value * unitNs,
    text: format.format(value),
  }));
}
