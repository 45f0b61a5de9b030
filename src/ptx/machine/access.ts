/**
 * Memory instructions: finds the lanes' bytes, tells the watch, moves the data. Lanes with a bad address are reported and left
 * out; lanes with generic addresses go space by space, those with addresses in a cluster's shared memory CTA by CTA.
 */
import type { AccessForm } from './access-form.ts';
import { type StateSpace, spaceOfHigh, WINDOW_HIGH } from './address-windows.ts';
import { reportBadLanes } from './bad-address.ts';
import { accessElsewhere, lanesOfOwner } from './cluster-access.ts';
import type { Move } from './lane-move.ts';
import { locate } from './locate.ts';
import type { Memory } from './memory.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

export function access(warp: Warp, operation: Operation, form: AccessForm, mask: number, move: Move): void {
  if (form.space === 'param') accessSpace(warp, operation, form, paramSpace(warp, form, mask), mask, move);
  else if (form.space === 'cluster') accessCluster(warp, operation, form, mask, move);
  else if (form.space !== 'generic') accessSpace(warp, operation, form, form.space, mask, move);
  else accessGeneric(warp, operation, form, mask, move);
}

/** Whether all of the lanes access memory of their own: what happens there, no other thread sees. */
export function isOwnMemory(warp: Warp, form: AccessForm, mask: number): boolean {
  if (form.space !== 'generic') return form.space === 'local' || form.space === 'param';
  const first = warp.r[form.address + 32 + 31 - Math.clz32(mask)];
  return first === WINDOW_HIGH.local && lanesIn(warp, form, 'local', mask) === mask;
}

function accessGeneric(warp: Warp, operation: Operation, form: AccessForm, mask: number, move: Move): void {
  let left = mask;
  while (left !== 0) {
    const space = spaceOfHigh(warp.r[form.address + 32 + 31 - Math.clz32(left)]);
    const lanes = lanesIn(warp, form, space, left);
    if (space === 'shared' && warp.cta.cluster.length > 1) accessCluster(warp, operation, form, lanes, move);
    else accessSpace(warp, operation, form, space, lanes, move);
    left &= ~lanes;
  }
}

function accessCluster(warp: Warp, operation: Operation, form: AccessForm, mask: number, move: Move): void {
  const own = lanesOfOwner(warp, form, warp.cta.clusterRank, mask);
  if (own !== 0) accessSpace(warp, operation, form, 'shared', own, move);
  if (own !== mask) accessElsewhere(warp, operation, form, mask & ~own, move);
}

/** A `.param` address of a called function carries the stack's high word. */
const paramSpace = ({ r }: Warp, form: AccessForm, mask: number): StateSpace =>
  form.isWide && r[form.address + 32 + 31 - Math.clz32(mask)] === WINDOW_HIGH.local ? 'local' : 'param';

function lanesIn(warp: Warp, form: AccessForm, space: StateSpace, mask: number): number {
  let lanes = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    if (spaceOfHigh(warp.r[form.address + 32 + l]) === space) lanes |= 1 << l;
  }
  return lanes;
}

function accessSpace(warp: Warp, o: Operation, form: AccessForm, space: StateSpace, mask: number, move: Move): void {
  const { cta } = warp;
  const bad = locate(warp, form, space, o.pc, mask);
  if (bad !== 0) reportBadLanes(warp, o, form, space, bad);
  const good = mask & ~bad;
  if (good === 0) return;
  if (cta.watch !== null && form.isObserved) cta.watch.accessed(warp, o, form, space, good);
  move(warp, o, memoryOf(warp, space), good, cta);
}

function memoryOf({ cta }: Warp, space: StateSpace): Memory {
  switch (space) {
    case 'global':
      return cta.grid.global.memory;
    case 'shared':
      return cta.shared;
    case 'local':
      return cta.local;
    case 'param':
      return cta.grid.params;
    case 'const':
      return cta.grid.constants;
  }
}
