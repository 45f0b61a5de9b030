/** A kernel's requests on one side as steps of its CTA: which request of which warp belongs to which step. Pure. */
import { costOfAccess } from '../model/banks/wavefronts.ts';
import type { WarpStep } from '../pictures/records.ts';
import type { AccessSide, AccessTrace } from '../trace/access-trace.ts';
import { type RequestPlace, requestsOf } from './requests.ts';

/** One access that the warps of a CTA come by. */
export interface PictureStep {
  /** '4', 'input', '4 left': in a row of its picture. */
  readonly label: string;
  /** 'stride 4': in a sentence. */
  readonly name: string;
  /** Warps that have a thread in it. */
  readonly warps: readonly number[];
}

/** Number of the step of a warp's request: it leaves out those in which the warp has no thread. `steps.length`: none. */
export function stepOf(steps: readonly PictureStep[], { warp, request }: RequestPlace): number {
  let left = request;
  const at = steps.findIndex(({ warps }) => warps.includes(warp) && left-- === 0);
  return at < 0 ? steps.length : at;
}

/**
 * Index of a step's request among the warp's requests; if the warp has none in this step, its last one before, or else
 * its first.
 */
export function requestAt(steps: readonly PictureStep[], warp: number, step: number): number {
  const until = steps.slice(0, step + 1).filter(({ warps }) => warps.includes(warp)).length;
  return Math.max(0, until - 1);
}

/** The shared requests of a trace, step by step; one that the steps do not foresee is left out. */
export function warpSteps(trace: AccessTrace, steps: readonly PictureStep[], side: AccessSide): WarpStep[] {
  const filled = steps.map(({ label, name }) => ({ label, name, requests: [] as WarpStep['requests'][number][] }));
  for (const { access, ...place } of requestsOf(trace, side))
    if (access.space === 'shared') filled[stepOf(steps, place)]?.requests.push({ access, cost: costOfAccess(access) });
  return filled;
}
