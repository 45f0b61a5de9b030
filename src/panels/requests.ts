/** The requests of a CTA that can be studied one by one, each with its place among those of its warp. Pure. */
import type { AccessSide } from '../trace/access-trace.ts';
import {
  ACCESS_KINDS,
  type Access,
  type AccessKind,
  type AccessTrace,
  accessAt,
  SPACES,
  type Space,
} from '../trace/access-trace.ts';

const SHARED = SPACES.indexOf('shared');
const ATOMIC = ACCESS_KINDS.indexOf('atomic');

/** A request's place in its CTA: warp, and how many of the warp's requests on that side came before it. */
export interface RequestPlace {
  readonly warp: number;
  readonly request: number;
}

export type PlacedRequest = RequestPlace & { readonly access: Access };

/**
 * A CTA's requests of one side, by warp, each with its place: shared ones, or global ones where it keeps nothing there.
 * Where it makes atomics these are what it stores: plain stores only prepare for them.
 */
export function requestsOf(trace: AccessTrace, side: AccessSide): PlacedRequest[] {
  const space: Space = trace.space.includes(SHARED) ? 'shared' : 'global';
  const kinds = KINDS[side === 'store' && makesAtomics(trace, space) ? 'atomic' : side];
  const found: PlacedRequest[] = [];
  const seen = new Map<number, number>();
  for (let row = 0; row < trace.rows; row++) {
    if (SPACES[trace.space[row]] !== space || !kinds.includes(ACCESS_KINDS[trace.kind[row]])) continue;
    const access = accessAt(trace, row);
    const request = seen.get(access.warp) ?? 0;
    seen.set(access.warp, request + 1);
    found.push({ warp: access.warp, request, access });
  }
  return found.sort((a, b) => a.warp - b.warp || a.request - b.request);
}

const KINDS: Readonly<Record<AccessSide | 'atomic', readonly AccessKind[]>> = {
  // Asynchronous copies mostly fill shared memory.
  store: ['store', 'stmatrix', 'copy', 'bulk'],
  load: ['load', 'ldmatrix'],
  atomic: ['atomic'],
};

/** Place on the page of the `index`-th access of a kind that a warp makes to shared memory; null if there is none. */
export function placeOfAccess(
  trace: AccessTrace,
  { warp, kind, index }: { readonly warp: number; readonly kind: AccessKind; readonly index: number },
): (RequestPlace & { readonly side: AccessSide }) | null {
  const side: AccessSide = KINDS.load.includes(kind) ? 'load' : 'store';
  const made = requestsOf(trace, side).filter(({ warp: w, access }) => w === warp && access.kind === kind);
  return made[index] ? { warp, request: made[index].request, side } : null;
}

const makesAtomics = (trace: AccessTrace, space: Space): boolean =>
  trace.kind.some((kind, row) => row < trace.rows && kind === ATOMIC && trace.space[row] === SPACES.indexOf(space));
