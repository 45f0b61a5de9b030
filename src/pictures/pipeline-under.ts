/** Where another source of the same pipeline first tells another story. */
import type { Scenario } from '../trace/scenario.ts';
import type { Span } from '../trace/span.ts';
import type { PipelineRecords } from './pipeline-records.ts';
import { type SpanKind, spanTracks } from './pipeline-tracks.ts';

export interface SpanDifference {
  readonly role: string;
  /** Where the flag stands: the beginning of the first span that differs, in clk of the run. */
  readonly at: number;
  /** 'consumer 1 differs at 4,957'. */
  readonly words: string;
}

const COMPARED: readonly SpanKind[] = ['copy', 'mma', 'softmax', 'store'];

const known = new WeakMap<NonNullable<PipelineRecords['under']>, SpanDifference | null>();

/**
 * The earliest span of any role whose counterpart is missing, does something else or something elsewhere, or is not even in
 * part at the same time. Waits and instructions are not compared: they follow from these, or are what a model leaves out.
 */
export function firstSpanDifference({ scenario, run, under }: PipelineRecords): SpanDifference | null {
  if (under === null || under.agrees) return null;
  let found = known.get(under);
  if (found === undefined) {
    found = earliest(scenario, run.spans, under.spans);
    known.set(under, found);
  }
  return found;
}

function earliest({ roles }: Scenario, drawn: readonly Span[], other: readonly Span[]): SpanDifference | null {
  const all = roles.flatMap(({ name }) =>
    COMPARED.flatMap(kind => {
      const at = partingOf(spansOf(drawn, name, kind), spansOf(other, name, kind));
      return at === null
        ? []
        : [{ role: name, at, words: `${name} differs at ${Math.round(at).toLocaleString('en-US')}` }];
    }),
  );
  return all.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

const spansOf = (spans: readonly Span[], role: string, kind: SpanKind): Span[] =>
  Array.from(spanTracks(spans).spans(role, kind).item, item => spans[item]);

function partingOf(ours: readonly Span[], theirs: readonly Span[]): number | null {
  const end = Math.max(ours.length, theirs.length);
  for (let i = 0; i < end; i++) {
    const [a, b] = [ours[i], theirs[i]];
    if (a === undefined || b === undefined) return (a ?? b).from;
    if (a.buffer !== b.buffer || a.stage !== b.stage || a.to < b.from || b.to < a.from) return a.from;
  }
  return null;
}
