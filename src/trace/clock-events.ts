/**
 * Why a GPU's clock was not higher while a sample was taken: bits of `nvmlDeviceGetCurrentClocksEventReasons` (NVML API reference,
 * "NvmlClocksEventReasons"), and which of them mean that the GPU was held back.
 */
import type { RunOutcome } from './run-record.ts';

type Timed = Extract<RunOutcome, { kind: 'timed' }>;

interface ClockEvent {
  readonly bit: number;
  readonly title: string;
  /** false: the clock was set so, or the GPU was idle. */
  readonly isThrottle: boolean;
}

export const CLOCK_EVENTS: readonly ClockEvent[] = [
  { bit: 0x1, title: 'idle', isThrottle: false },
  { bit: 0x2, title: 'clocks set by an operator', isThrottle: false },
  { bit: 0x4, title: 'power limit', isThrottle: true },
  { bit: 0x8, title: 'hardware slowdown', isThrottle: true },
  { bit: 0x10, title: 'held to the clock of other GPUs', isThrottle: true },
  { bit: 0x20, title: 'temperature limit', isThrottle: true },
  { bit: 0x40, title: 'hardware temperature limit', isThrottle: true },
  { bit: 0x80, title: 'power brake', isThrottle: true },
  { bit: 0x100, title: 'clock of the display', isThrottle: false },
];

const THROTTLE = CLOCK_EVENTS.filter(({ isThrottle }) => isThrottle).reduce((mask, { bit }) => mask | bit, 0);

/** An unknown bit does not count as throttling: nothing says that it is. */
export const isThrottled = (reasons: number): boolean => (reasons & THROTTLE) !== 0;

/** Names of what held the GPU back; an empty list if nothing did. */
export const throttleTitles = (reasons: number): string[] =>
  CLOCK_EVENTS.filter(({ bit, isThrottle }) => isThrottle && (reasons & bit) !== 0).map(({ title }) => title);

/** For each sample, whether the GPU was held back; null if that is not known. */
export const throttledSamples = ({ clockEvents }: Pick<Timed, 'clockEvents'>): boolean[] | null =>
  clockEvents === undefined
    ? null
    : clockEvents.flatMap(([reasons, samples]) => new Array<boolean>(samples).fill(isThrottled(reasons)));

/** Names of what held the GPU back in one sample; an empty list if nothing did, or if it is not known. */
export function reasonsAt({ clockEvents = [] }: Pick<Timed, 'clockEvents'>, sample: number): string[] {
  let end = 0;
  for (const [reasons, samples] of clockEvents) {
    end += samples;
    if (sample < end) return throttleTitles(reasons);
  }
  return [];
}

/** Names of what held the GPU back in any of the samples. */
export const reasonsOf = ({ clockEvents = [] }: Timed): string[] =>
  throttleTitles(clockEvents.reduce((mask, [reasons]) => mask | reasons, 0));

/** Equal neighbours together, as records hold them. */
export function clockEventRuns(reasons: readonly number[]): [reasons: number, samples: number][] {
  const runs: [number, number][] = [];
  for (const each of reasons) {
    const last = runs.at(-1);
    if (last?.[0] === each) last[1]++;
    else runs.push([each, 1]);
  }
  return runs;
}
