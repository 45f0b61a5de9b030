/** The critical path: from the end of the run back through the work that each piece of work had to wait for. */
import type { Span } from '../../trace/span.ts';
import type { Limit, PathPiece, SpanLink } from './pipeline-run.ts';

/** Pieces in order of time, without a gap, from 0 to the end of the last span. */
export function criticalPath(spans: readonly Span[], links: readonly SpanLink[]): PathPiece[] {
  let span = lastOf(spans);
  const pieces: PathPiece[] = [];
  let to = spans[span]?.to ?? 0;
  const add = (from: number, limit: Limit, of: number) => {
    if (from < to) pieces.push({ from, to, limit, span: of });
    to = Math.min(to, from);
  };
  for (; span >= 0; span = links[span].after) {
    const { servedFrom, servedTo, limit } = links[span];
    add(spans[span].to, 'latency', -1);
    add(servedTo, 'latency', span);
    add(servedFrom, limit, span);
  }
  add(0, 'latency', -1);
  return pieces.reverse();
}

/** Index of the span that ends last (of several, the first); -1 if there are no spans. */
function lastOf(spans: readonly Span[]): number {
  let last = -1;
  for (const [i, { to }] of spans.entries()) if (last < 0 || to > spans[last].to) last = i;
  return last;
}

export function timeByLimit(path: readonly PathPiece[]): Record<Limit, number> {
  const clk: Record<Limit, number> = { copy: 0, tensor: 0, exp: 0, issue: 0, latency: 0 };
  for (const { from, to, limit } of path) clk[limit] += to - from;
  return clk;
}
