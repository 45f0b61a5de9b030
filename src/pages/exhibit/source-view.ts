/** From a trace to what the page shows of it: the request under study and the totals of its CTA. Pure. */
import { summaryOf, type TraceSummary } from '../../model/banks/trace-summary.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { type RequestPlace, requestsOf } from '../../panels/requests.ts';
import type { SourceView } from '../../panels/variant-view.ts';
import type { Side } from '../../state/exhibit-search.ts';
import type { AccessTrace } from '../../trace/access-trace.ts';

export function sourceView(trace: AccessTrace, side: Side, place: RequestPlace): SourceView {
  const here = requestsOf(trace, side).find(r => r.warp === place.warp && r.request === place.request);
  const access = here?.access ?? null;
  const cost = access?.space === 'shared' ? costOfAccess(access) : null;
  return { trace, access, cost, summary: summaryFor(trace) };
}

/** Whether an access comes from a kernel's own source, `transpose/padded.cu`: lines of its headers are no lines of it. */
export const isOf = ({ file }: { readonly file: string }, source: string): boolean => file.endsWith(`/${source}`);

/** Most wavefronts of one shared request, by line of that source. */
export function wavefrontsByLine({ lines }: TraceSummary, source: string): Map<number, number> {
  const worst = new Map<number, number>();
  for (const { line, shared } of lines.filter(each => isOf(each, source))) {
    const most = Math.max(...Object.values(shared).map(totals => totals.worst));
    if (line > 0 && most > 0) worst.set(line, most);
  }
  return worst;
}

const summaries = new WeakMap<AccessTrace, TraceSummary>();

/** Counted once for a trace, however often the choice of request changes. */
function summaryFor(trace: AccessTrace): TraceSummary {
  const kept = summaries.get(trace) ?? summaryOf(trace);
  summaries.set(trace, kept);
  return kept;
}
