/** Notes that are needed to read a table of recorded times: one sentence each. */
import { rateWords } from '../../../src/base/numbers.ts';
import type { Ceiling } from '../../../src/trace/ceilings.ts';
import { reasonsOf, throttledSamples } from '../../../src/trace/clock-events.ts';
import { type RunRecord, runKey } from '../../../src/trace/run-record.ts';
import { isTooShort } from '../../../src/trace/timing-verdict.ts';
import type { Work } from '../../../src/trace/work.ts';
import type { TimedProblem, TimedVariant } from './timed-variants.ts';

/**
 * @param ceiling what 100 % stands for; null if the table has no shares. @param stale `runKey` of records whose sources
 * have changed since.
 */
export function tableNotes(
  problems: readonly TimedProblem[],
  ceiling: Ceiling | null,
  stale: readonly string[],
): string[] {
  const records = problems.flatMap(each => each.records);
  const timed = problems.flatMap(({ variants }) => variants);
  return [
    `Medians ± half of the interquartile range; ${originsOf(records)}.`,
    ...ceilingNote(ceiling, 'bytes'),
    ...(problems.some(hasShortLaunch)
      ? ['The shortest cold times are partly those of the events around the launch.']
      : []),
    ...throttleNote(timed),
    ...wrongNote(records),
    ...missingNote(problems),
    ...staleNote(records, stale),
  ];
}

/** Note about the ceiling that is 100 %. */
export const ceilingNote = (ceiling: Ceiling | null, kind: Work['kind']): string[] =>
  ceiling === null ? [] : [`100 %: ${rateWords(kind, ceiling.perSecond)}, ${ceiling.title}.`];

export const staleNote = (records: readonly RunRecord[], stale: readonly string[]): string[] =>
  records.some(record => stale.includes(runKey(record)))
    ? ['Sources have changed since: some of these are times of kernels that are no more.']
    : [];

/** 'driver 580.159.04, nvcc 13.0.88, 2026-11-20': each one that occurs. */
export function originsOf(records: readonly RunRecord[]): string {
  const words = records.map(({ driver, nvcc, date }) => `driver ${driver}, nvcc ${nvcc}, ${date.slice(0, 10)}`);
  return [...new Set(words)].join('; ');
}

const hasShortLaunch = ({ records, variants }: TimedProblem): boolean =>
  records[0]?.method === 'cold' && variants.some(({ medianNs, timed }) => isTooShort(medianNs, timed.eventOverheadNs));

function throttleNote(variants: readonly TimedVariant[]): string[] {
  const held = variants.flatMap(({ timed }) => throttledSamples(timed) ?? []);
  const count = held.filter(isHeld => isHeld).length;
  const reasons = new Set(variants.flatMap(({ timed }) => reasonsOf(timed)));
  return count === 0
    ? []
    : [`The GPU was held back in ${count} of ${held.length} samples (${[...reasons].join(', ')}).`];
}

function wrongNote(records: readonly RunRecord[]): string[] {
  const wrong = records.filter(({ outcome }) => outcome.kind === 'wrong').map(({ variant }) => `\`${variant}\``);
  return wrong.length === 0 ? [] : [`Wrong on the GPU, so without a time: ${[...new Set(wrong)].join(', ')}.`];
}

function missingNote(problems: readonly TimedProblem[]): string[] {
  const missing = new Set(problems.flatMap(each => each.missing.map(id => `\`${id}\``)));
  return missing.size === 0 ? [] : [`Not measured yet: ${[...missing].join(', ')}.`];
}
