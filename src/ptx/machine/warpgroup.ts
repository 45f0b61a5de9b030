/**
 * Four warps in a row that carry out an instruction together (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions":
 * the first is a multiple of four). Here the last of them to come carries it out for all, so that none of them finds a product
 * done to which another has still to bring its rows.
 */
import { WARPGROUP_WARPS } from '../../base/hardware.ts';
import { briefly, FaultSignal, placeOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Split } from './split.ts';
import type { Warp } from './warp.ts';

/** The warps of the warpgroup, once the last of them is there; null while others are waited for. */
export function metWarpgroup(warp: Warp, operation: Operation): readonly Warp[] | null {
  const first = warp.index - (warp.index % WARPGROUP_WARPS);
  const warps = warp.cta.warps.slice(first, first + WARPGROUP_WARPS);
  const missing = warps.find(({ state }) => state === 'done');
  if (missing || warps.length < WARPGROUP_WARPS) failMissing(warp, operation, missing?.index ?? first + warps.length);
  const others = warps.filter(other => other !== warp);
  const apart = others.find(other => other.splits.some(s => waits(s) && s.wait?.at !== operation));
  if (apart) failApart(warp, operation, apart);
  if (others.every(other => other.splits.some(waits))) {
    for (const other of others) release(other);
    warp.cta.grid.events++;
    return warps;
  }
  warp.park({ kind: 'warpgroup', at: operation });
  return null;
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
  const { at } = apart.splits.find(waits)!.wait!;
  const elsewhere = placeOf(warp.cta.grid.files, at);
  const who = { cta: warp.cta.number, warp: apart.index, lane: -1 };
  const words = `'${briefly(elsewhere.instruction)}' (${whereWords(elsewhere, who)})`;
  return fail(warp, operation, `is to be carried out by a whole warpgroup, one warp of which is at ${words}`);
}

function fail(warp: Warp, operation: Operation, why: string): never {
  const place = placeOf(warp.cta.grid.files, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  const message = `${whereWords(place, who)}: '${briefly(place.instruction)}' ${why}.`;
  throw new FaultSignal({ kind: 'barrier', message, place, who });
}
