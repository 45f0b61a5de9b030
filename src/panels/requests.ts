/** The requests of a CTA that can be studied one by one, each with its place among those of its warp. Pure. */
import type { Side } from '../state/exhibit-search.ts';
import { type Access, type AccessKind, type AccessTrace, accessAt, SPACES, type Space } from '../trace/access-trace.ts';

const SHARED = SPACES.indexOf('shared');

/** A request's place in its CTA: warp, and how many of the warp's requests on that side came before it. */
export interface RequestPlace {
  readonly warp: number;
  readonly request: number;
}

export type PlacedRequest = RequestPlace & { readonly access: Access };

/** A CTA's requests of one side, by warp, each with its place: shared ones, or global ones where it keeps nothing there. */
export function requestsOf(trace: AccessTrace, side: Side): PlacedRequest[] {
  const space: Space = trace.space.includes(SHARED) ? 'shared' : 'global';
  const found: PlacedRequest[] = [];
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
