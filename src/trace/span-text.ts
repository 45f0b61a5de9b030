/** Spans and barrier events as CSV, a row each; a field that a row does not have is empty. */
import { csvText } from '../base/csv.ts';
import type { BarrierEvent, Span } from './span.ts';

const SPAN_FIELDS = ['source', 'role', 'kind', 'from', 'to', 'unit', 'buffer', 'stage', 'line'] as const;
const EVENT_FIELDS = ['source', 'at', 'unit', 'barrier', 'phase', 'pendingArrivals', 'pendingBytes'] as const;

interface SpansSide {
  /** The first field of each row: files of several pipelines can be joined. */
  readonly variant: string;
  /** The last one: what the spans are of, and where they were measured. */
  readonly title: string;
  readonly spans: readonly Span[];
}

export function spansCsv(sides: readonly SpansSide[]): string {
  const rows = sides.flatMap(({ variant, title, spans }) =>
    spans.map(span => [
      ...[variant, ...SPAN_FIELDS.map(field => span[field])],
      ...[span.barrier?.name, span.barrier?.parity, title],
    ]),
  );
  return csvText([['variant', ...SPAN_FIELDS, 'barrier', 'parity', 'of'], ...rows]);
}

export function barrierEventsCsv(
  sides: readonly { readonly variant: string; readonly events: readonly BarrierEvent[] }[],
): string {
  const rows = sides.flatMap(({ variant, events }) =>
    events.map(event => [variant, ...EVENT_FIELDS.map(field => event[field])]),
  );
  return csvText([['variant', ...EVENT_FIELDS], ...rows]);
}
