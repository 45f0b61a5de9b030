/**
 * The CTAs of a cluster as one: for clusters in which they do not do the same, so that none can stand for the others. Their shared
 * memories lie one behind the other, their warps follow each other by rank.
 */
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { CtaEvents, Stretch, WarpAction, WarpEvent } from '../../ptx/events/warp-event.ts';

/** More than a CTA can have. */
export const CTA_PITCH_BYTES = 2 ** 20;
/** Barriers of a CTA (PTX ISA, "barrier"). */
export const CTA_BARRIERS = 16;

/** `ctas`: by rank. */
export function wholeCluster(ctas: readonly CtaEvents[]): CtaEvents {
  const [first] = ctas;
  const ctaWarps = Math.ceil(first.warps.length / WARPGROUP_WARPS) * WARPGROUP_WARPS;
  return {
    ...first,
    rank: 0,
    ctaWarps,
    mbarriers: new Map(ctas.flatMap(({ mbarriers, rank }) => [...mbarriers].map(([at, n]) => [placeIn(rank, at), n]))),
    warps: ctas.flatMap(({ warps, rank }) =>
      Array.from({ length: ctaWarps }, (_, warp) => (warps[warp] ?? []).map(event => eventIn(rank, event))),
    ),
    foreign: new Map(),
    dropped: ctas.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

const placeIn = (rank: number, byteOffset: number): number => rank * CTA_PITCH_BYTES + byteOffset;

const stretchesIn = (rank: number, stretches: readonly Stretch[]): Stretch[] =>
  stretches.map(({ from, to }) => ({ from: placeIn(rank, from), to: placeIn(rank, to) }));

const eventIn = (rank: number, event: WarpEvent): WarpEvent => ({
  ...event,
  action: actionIn(rank, event.action),
  reads: stretchesIn(rank, event.reads),
  writes: stretchesIn(rank, event.writes),
});

function actionIn(rank: number, action: WarpAction): WarpAction {
  switch (action.kind) {
    case 'wait':
      return { ...action, barrier: placeIn(rank, action.barrier) };
    case 'arrive':
    case 'copiesArrive':
      return { ...action, barrier: placeIn(action.rank, action.barrier), rank: 0 };
    case 'bulkCopy': {
      const to = stretchesIn(action.rank, action.to);
      return { ...action, barrier: placeIn(action.rank, action.barrier), rank: 0, to };
    }
    case 'copy':
      return { ...action, to: stretchesIn(rank, action.to) };
    case 'store':
      return { ...action, from: stretchesIn(rank, action.from) };
    case 'product':
      return { ...action, reads: stretchesIn(rank, action.reads) };
    case 'barrier':
      return { ...action, id: rank * CTA_BARRIERS + action.id };
    default:
      return action;
  }
}
