/**
 * Four warps in a row that carry out an instruction together (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions":
 * the first is a multiple of four). Here the last of them to come carries it out for all, so that none of them finds a product
 * done to which another has still to bring its rows.
 */
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import { briefly, FaultSignal, placeOf, toldOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Split } from './split.ts';
import type { Warp } from './warp.ts';

/**
 * The warps of the warpgroup, once the last of them is there; null while others are waited for. `isSame`: whether warps that are at
 * another instruction count as being there.
 */
export function metWarpgroup(
  warp: Warp,
  operation: Operation,
  isSame: (at: Operation) => boolean = at => at === operation,
): readonly Warp[] | null {
  const first = warp.index - (warp.index % WARPGROUP_WARPS);
  const warps = warp.cta.warps.slice(first, first + WARPGROUP_WARPS);
  const missing = warps.find(({ state }) => state === 'done');
  if (missing || warps.length < WARPGROUP_WARPS) failMissing(warp, operation, missing?.index ?? first + warps.length);
  const others = warps.filter(other => other !== warp);
  const apart = others.find(other => other.splits.some(s => waits(s) && !isSame(s.wait!.at)));
  if (apart) failApart(warp, operation, apart);
  if (others.every(other => other.splits.some(waits))) {
    for (const other of others) release(other);
    warp.cta.grid.events++;
    return warps;
  }
  warp.park({ kind: 'warpgroup', at: operation });
  return null;
}

const EACH_ITS_OWN =
  'The manual asks that all warps of a warpgroup execute one and the same. Triton gives each role of its kernels for Blackwell an instruction of its own, with the same number of registers. It has not been run on such a GPU here.';

/**
 * For `setmaxnreg`, at which the warps of a warpgroup meet. The same instruction at several places in the code is a
 * hazard, a different one a fault.
 */
export function meetWarpgroup(warp: Warp, operation: Operation): void {
  const { cta, index } = warp;
  const group = Math.floor(index / WARPGROUP_WARPS);
  const isApart = (split: Split) => waits(split) && split.wait!.at !== operation;
  const apart = cta.warps.find(w => Math.floor(w.index / WARPGROUP_WARPS) === group && w.splits.some(isApart));
  const at = apart?.splits.find(isApart)?.wait?.at;
  const { text } = operation.source;
  const warps = metWarpgroup(warp, operation, ({ source }) => source.text === text);
  if (warps === null || apart === undefined || at === undefined) return;
  cta.grid.log.reportHazardAt('barrier', operation.pc, at.pc, () => {
    const told = toldOf(warp, operation, -1, `is carried out by a warp of its warpgroup at ${wordsOf(apart, at)}`);
    return { ...told, kind: 'barrier', seen: EACH_ITS_OWN };
  });
}

const waits = ({ wait }: Split): boolean => wait?.kind === 'warpgroup';

function release(warp: Warp): void {
  for (const split of warp.splits) if (waits(split)) split.wait = null;
  if (warp.state === 'blocked') warp.state = 'ready';
  warp.limit = -1;
}

function failMissing(warp: Warp, operation: Operation, missing: number): never {
  return fail(warp, operation, `needs all four warps of its warpgroup, but warp ${missing} has exited or never was`);
}

function failApart(warp: Warp, operation: Operation, apart: Warp): never {
  const words = wordsOf(apart, apart.splits.find(waits)!.wait!.at);
  return fail(warp, operation, `is to be carried out by a whole warpgroup, one warp of which is at ${words}`);
}

function wordsOf({ cta, index }: Warp, at: Operation): string {
  const place = placeOf(cta.grid.files, at);
  return `'${briefly(place.instruction)}' (${whereWords(place, { cta: cta.number, warp: index, lane: -1 })})`;
}

function fail(warp: Warp, operation: Operation, why: string): never {
  const place = placeOf(warp.cta.grid.files, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' ${why}.`;
  throw new FaultSignal({ kind: 'barrier', message, place, who });
}
