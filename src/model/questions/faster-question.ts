/** 'Which of two is faster, and by how much?', answered by recorded runs that were measured in turns. */
import { findComparison } from '../../trace/recorded-runs.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { BELIEFS, type Belief } from './beliefs.ts';
import type { ChoiceQuestion } from './question.ts';

export interface FasterSpec {
  readonly ask: string;
  readonly params: RunRecord['params'];
  readonly method: RunRecord['method'];
  readonly a: { readonly variant: string; readonly label: string };
  readonly b: { readonly variant: string; readonly label: string };
  /** The idea behind a wrong band. */
  readonly belief: Belief;
  /** What the times come from: said to everybody, since the medians alone explain nothing. */
  readonly why: string;
}

/** Times of A over times of B: the upper edges of the first four bands. */
const EDGES = [0.5, 1 / 1.1, 1.1, 2];

/** Null if no run has recorded both in turns. */
export function fasterQuestion(
  { ask, params, method, a, b, belief, why }: FasterSpec,
  records: readonly RunRecord[],
): ChoiceQuestion | null {
  const comparison = findComparison(records, params, method);
  const [timeA, timeB] = [a, b].map(({ variant }) => medianNs(comparison, variant));
  if (timeA === null || timeB === null) return null;
  const ratio = timeA / timeB;
  const band = EDGES.findIndex(edge => ratio < edge);
  const right = band < 0 ? EDGES.length : band;
  const labels = [
    `${a.label}, more than 2 times as fast`,
    `${a.label}, 1.1 to 2 times as fast`,
    'As fast as each other, within 10 %',
    `${b.label}, 1.1 to 2 times as fast`,
    `${b.label}, more than 2 times as fast`,
  ];
  const times = `${a.label} ${micro(timeA)}, ${b.label} ${micro(timeB)}`;
  return {
    kind: 'choice',
    ask,
    choices: labels.map((label, at) =>
      at === right
        ? { label, belief: null, why: '' }
        : { label, belief, why: `A common idea: “${BELIEFS[belief]}” The times say otherwise.` },
    ),
    because: `${why} Medians on an ${comparison[0].gpu.name}, ${comparison[0].date.slice(0, 10)}: ${times}.`,
  };
}

function medianNs(records: readonly RunRecord[], of: string): number | null {
  const outcome = records.find(({ variant }) => variant === of)?.outcome;
  return outcome?.kind === 'timed' ? sampleStatistics(outcome.samplesNs).median : null;
}

const micro = (ns: number): string => `${(ns / 1000).toPrecision(3)} µs`;
