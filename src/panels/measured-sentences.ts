/** Sentences of the measured source: verdicts, and what the numbers of one comparison alone do not say. */

import { count, listed } from '../base/numbers.ts';
import { timeText } from '../base/numerals.ts';
import { reasonsOf, throttledSamples } from '../trace/clock-events.ts';
import { rotationWithinL2 } from '../trace/rotation.ts';
import type { RunRecord } from '../trace/run-record.ts';
import { sampleStatistics } from '../trace/sample-statistics.ts';
import { isTooShort, type TimingVerdict, timingVerdict } from '../trace/timing-verdict.ts';
import { type MeasuredVariant, type TimedView, timedOf } from './measured-rows.tsx';

/** One for each variant of which the numbers alone say too little. */
export function measuredSentences(variants: readonly MeasuredVariant[], method: RunRecord['method']): string[] {
  const baseline = variants.map(timedOf).find(each => each !== null) ?? null;
  const sentences = variants.flatMap(variant => {
    const timed = timedOf(variant);
    if (timed === null) return untimedSentence(variant);
    return [
      ...(baseline === null || baseline.badge === timed.badge ? [] : [verdictSentence(baseline, timed, method)]),
      ...(method === 'steady' ? overlapSentence(variant) : []),
      ...throttleSentence(timed),
      ...(method === 'cold' && isTooShort(timed.statistics.median, timed.timed.eventOverheadNs)
        ? [
            `${timed.badge} is too short to be timed alone: part of its time is that of the events around it. The steady method times many in a row.`,
          ]
        : []),
    ];
  });
  return [...sentences, ...rotationSentence(variants)];
}

/** Small operands never leave L2, whatever the method's words say. */
function rotationSentence(variants: readonly MeasuredVariant[]): string[] {
  const rounds = variants.flatMap(({ record }) => (record === null ? [] : (rotationWithinL2(record) ?? [])));
  return rounds
    .slice(0, 1)
    .map(
      ({ workspaces, bytes }) =>
        `Operands stay in L2 here: the launches cycle through ${count(workspaces)} workspaces, which have ${(bytes / 1e6).toFixed(1)} MB together.`,
    );
}

/** Others wait for the launch before: such times are compared only knowing that. */
const overlapSentence = ({ badge, record }: MeasuredVariant): string[] =>
  record?.launch.programmaticStreamSerialization
    ? [`${badge}'s launches overlap: each one starts while the one before it ends (programmatic stream serialization).`]
    : [];

/** Samples of a GPU that was held back stay; what the others say without them is said beside. */
function throttleSentence({ badge, timed, statistics }: TimedView): string[] {
  const held = throttledSamples(timed);
  const number = held?.filter(isHeld => isHeld).length ?? 0;
  if (held === null || number === 0) return [];
  const what = `${badge}: the GPU was held back (${listed(reasonsOf(timed))}) in ${count(number)} of ${count(statistics.count)} samples`;
  const free = timed.samplesNs.filter((_, i) => !held[i]);
  return free.length === 0
    ? [`${what}.`]
    : [`${what}; the median of the others is ${timeText(sampleStatistics(free).median, 4)}.`];
}

function untimedSentence({ badge, record }: MeasuredVariant): string[] {
  if (record?.outcome.kind !== 'wrong') return [`${badge} was not measured with these parameters.`];
  const { wrong, buffer, firstIndex } = record.outcome;
  const what = `${count(wrong)} ${wrong === 1 ? 'element' : 'elements'} of ${buffer}`;
  return [`${badge} was wrong on the GPU: ${what}, the first is ${firstIndex}. What is wrong is not timed.`];
}

const verdictSentence = (baseline: TimedView, each: TimedView, method: RunRecord['method']): string =>
  `${each.badge} ${verdictWords(timingVerdict(baseline.timed, each.timed, method), baseline.badge)}.`;

function verdictWords(verdict: TimingVerdict, baseline: string): string {
  switch (verdict.kind) {
    case 'faster':
      return `is faster than ${baseline}: it takes ${verdict.ratio.toFixed(3)} of its time${bounds(verdict)}`;
    case 'slower':
      return `is slower than ${baseline}: it takes ${verdict.ratio.toFixed(3)} times as long${bounds(verdict)}`;
    case 'same':
      return `takes as long as ${baseline}, within half a percent`;
    case 'cannotTell':
      return `may be faster or slower than ${baseline}: the samples can't tell (${WHY[verdict.why]})`;
  }
}

const bounds = ({ interval: { low, high } }: Extract<TimingVerdict, { kind: 'faster' | 'slower' | 'same' }>): string =>
  ` (${low.toFixed(3)} to ${high.toFixed(3)})`;

const WHY = {
  tooFew: 'too few of them',
  noise: 'too much noise',
  clock: 'time and SM clocks disagree',
  tooShort: 'they differ by less than the events around a launch take',
};
