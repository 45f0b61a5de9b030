/** Finds where another source of the same pipeline first differs. */

import { ordinal } from '../../base/numerals.ts';
import type { SpanKind } from '../../model/pipeline/run-groups.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Scenario } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';
import type { OtherSource, PipelineRecords } from './records.ts';
import { spanTracks } from './tracks.ts';

export interface SpanDifference {
  readonly role: string;
  /** Place of the flag: the beginning of the first span that differs, in clk of the run. */
  readonly at: number;
  /** 'consumer 1: 4th mma differs'. */
  readonly words: string;
}

const COMPARED: readonly SpanKind[] = ['copy', 'mma', 'softmax', 'store'];

const known = new WeakMap<OtherSource, SpanDifference | null>();

/**
 * The earliest span of any role whose counterpart is missing, does something else or something elsewhere, or is not even in
 * part at the same time. Waits and instructions are not compared: they follow from these, or are what a model leaves out.
 */
export function firstSpanDifference(
  { scenario, run }: Pick<PipelineRecords, 'scenario' | 'run'>,
  under: OtherSource,
): SpanDifference | null {
  if (under.agrees) return null;
  let found = known.get(under);
  if (found === undefined) {
    found = earliest(scenario, run.spans, under.spans);
    known.set(under, found);
  }
  return found;
}

function earliest({ roles }: Scenario, drawn: Rows<Span>, other: Rows<Span>): SpanDifference | null {
  const all = roles.flatMap(({ name: role }) =>
    COMPARED.flatMap(kind => {
      const [ours, theirs] = [spansOf(drawn, role, kind), spansOf(other, role, kind)];
      const nth = partingOf(ours, theirs);
      return nth < 0
        ? []
        : [{ role, at: (ours.at(nth) ?? theirs.at(nth))!.from, words: `${role}: ${ordinal(nth + 1)} ${kind} differs` }];
    }),
  );
  return all.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

/** Spans in the order of time; each is looked up on demand. */
interface Ordered {
  readonly length: number;
  at(place: number): Span | undefined;
}

function spansOf(spans: Rows<Span>, role: string, kind: SpanKind): Ordered {
  const { item } = spanTracks(spans).spans(role, kind);
  return { length: item.length, at: place => (place < item.length ? spans.at(item[place]) : undefined) };
}

/** Index of the first pair that differs; -1 if all are alike. */
function partingOf(ours: Ordered, theirs: Ordered): number {
  const length = Math.max(ours.length, theirs.length);
  for (let place = 0; place < length; place++) if (!isLike(ours.at(place), theirs.at(place))) return place;
  return -1;
}

/** A GPU's notes do not name every slot: what one of both does not say is no difference. */
const agree = <T>(a: T | undefined, b: T | undefined): boolean => a === undefined || b === undefined || a === b;

const isLike = (a: Span | undefined, b: Span | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  agree(a.buffer, b.buffer) &&
  agree(a.stage, b.stage) &&
  a.to >= b.from &&
  b.to >= a.from;
