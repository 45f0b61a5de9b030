/** An axis of time that starts at 0, or visibly does not. */
import { timeUnit } from '../../base/numerals.ts';

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
  return { fromNs, toNs, isBroken, unit: unit.name, ticks: ticksOf(fromNs, toNs, tickCount, unit.ns) };
}

function ticksOf(fromNs: number, toNs: number, tickCount: number, unitNs: number): TimeAxis['ticks'] {
  const step = roundStep((toNs - fromNs) / unitNs / Math.max(1, tickCount));
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const first = Math.ceil(fromNs / unitNs / step - 1e-9);
  const last = Math.floor(toNs / unitNs / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const value = (first + i) * step;
    return { ns: value * unitNs, text: format.format(value) };
  });
}

/** The least of 1, 2, 5 times a power of ten that is not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10);
}
