/** Extracts from a trace what the page shows: the request under study and the totals of its CTA. Pure. */
import { summaryOf, type TraceSummary } from '../../model/banks/trace-summary.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { type RequestPlace, requestsOf } from '../../panels/requests.ts';
import type { SourceLineCost } from '../../panels/source-files.tsx';
import type { SourceView } from '../../panels/variant-view.ts';
import type { AccessSide, AccessTrace } from '../../trace/access-trace.ts';

export function sourceView(trace: AccessTrace, side: AccessSide, place: RequestPlace): SourceView {
  const here = requestsOf(trace, side).find(r => r.warp === place.warp && r.request === place.request);
  const access = here?.access ?? null;
  const cost = access?.space === 'shared' ? costOfAccess(access) : null;
  return { trace, access, cost, summary: summaryFor(trace) };
}

/** A file below the project, as the compiled module names it: `cuda/include/tma.cuh`; null for the toolkit's own headers. */
export const projectPath = (file: string): string | null => /(?:^|\/)(cuda\/.+)/.exec(file)?.[1] ?? null;

/** What the worst shared request of each line costs, by file below the project. */
export function costsByFile({ lines }: TraceSummary): Map<string, Map<number, SourceLineCost>> {
  const worst = new Map<string, Map<number, SourceLineCost>>();
  for (const { file, line, shared } of lines) {
    const path = projectPath(file);
    const most = Object.values(shared).reduce((a, b) => (b.worst > a.worst ? b : a));
    if (path === null || line === 0 || most.worst === 0) continue;
    // Requests of one line may differ in lanes, and so in their ideal: without an excess there is no conflict among them.
    const degree = most.wavefronts > most.ideal ? Math.max(2, most.worst / (most.ideal / most.requests)) : 1;
    const cost = { wavefronts: most.worst, degree };
    worst.set(path, (worst.get(path) ?? new Map<number, SourceLineCost>()).set(line, cost));
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
