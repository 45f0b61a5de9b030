/** Dots on one axis, moved up and down until they can be told apart: a bee swarm. */

interface Disc {
  readonly x: number;
  readonly radius: number;
}

/** Between two places that are tried. */
const STEP_PX = 0.5;

/**
 * How far each lies above (-) or below (+) the axis: as near to it as those to its left allow. Where a column is full, the place is the one
 * that covers least of the others.
 */
export function swarmOffsets(discs: readonly Disc[], halfPx: number): number[] {
  const offsets = new Array<number>(discs.length).fill(0);
  const order = [...discs.keys()].sort((a, b) => discs[a].x - discs[b].x || a - b);
  const placed: number[] = [];
  for (const at of order) {
    const near = placed.filter(other => discs[at].x - discs[other].x < discs[at].radius + discs[other].radius);
    const clearance = (offset: number): number =>
      Math.min(0, ...near.map(other => gapBetween(discs[at], discs[other], offset - offsets[other])));
    offsets[at] = triedOffsets(halfPx - discs[at].radius).reduce((best, offset) =>
      clearance(offset) > clearance(best) ? offset : best,
    );
    placed.push(at);
  }
  return offsets;
}

/** Negative where they overlap. */
const gapBetween = (a: Disc, b: Disc, dy: number): number => Math.hypot(a.x - b.x, dy) - a.radius - b.radius;

/** 0, then away from it to both sides in turns. */
function triedOffsets(mostPx: number): number[] {
  const offsets = [0];
  for (let away = STEP_PX; away <= mostPx; away += STEP_PX) offsets.push(-away, away);
  return offsets;
}
