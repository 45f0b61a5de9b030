/** From a trace to what the page shows of it: the request under study and the totals of its CTA. Pure. */
import { summaryOf, type TraceSummary } from '../../model/banks/trace-summary.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import type { SourceView } from '../../panels/variant-view.ts';
import type { Side } from '../../state/exhibit-search.ts';
import {
  type Access,
  type AccessKind,
  type AccessTrace,
  accessAt,
  SPACES,
  type Space,
} from '../../trace/access-trace.ts';

const SHARED = SPACES.indexOf('shared');

/** A request's place in its CTA: warp, and how many of the warp's requests on that side came before it. */
export interface RequestPlace {
  readonly warp: number;
  readonly request: number;
}

export function sourceView(trace: AccessTrace, side: Side, place: RequestPlace): SourceView {
  const here = requestsOf(trace, side).find(r => r.warp === place.warp && r.request === place.request);
  const access = here?.access ?? null;
  const cost = access?.space === 'shared' ? costOfAccess(access) : null;
  return { trace, access, cost, summary: summaryFor(trace) };
}

/** A CTA's requests of one side, by warp, each with its place: shared ones, or global ones where it keeps nothing there. */
export function requestsOf(trace: AccessTrace, side: Side): (RequestPlace & { readonly access: Access })[] {
  const space: Space = trace.space.includes(SHARED) ? 'shared' : 'global';
  const found: (RequestPlace & { access: Access })[] = [];
  const seen = new Map<number, number>();
  for (let row = 0; row < trace.rows; row++) {
    const access = accessAt(trace, row);
    if (access.space !== space || sideOf(access.kind) !== side) continue;
    const request = seen.get(access.warp) ?? 0;
    seen.set(access.warp, request + 1);
    found.push({ warp: access.warp, request, access });
  }
  return found.sort((a, b) => a.warp - b.warp || a.request - b.request);
}

const sideOf = (kind: AccessKind): Side =>
  kind === 'store' || kind === 'stmatrix' || kind === 'atomic' ? 'store' : 'load';

/** Most wavefronts of one shared request, by source line. */
export function wavefrontsByLine({ lines }: TraceSummary): Map<number, number> {
  const worst = new Map<number, number>();
  for (const { line, shared } of lines) {
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
