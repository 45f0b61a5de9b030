/** Tell an event log what happens: in its CTA, and in the others of the cluster. */

import { lowestBit32, popcount32 } from '../../base/bits.ts';
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { LeavingCopy } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import type { Warp } from '../machine/warp.ts';
import type { Listener } from '../machine/watch-both.ts';
import type { EventLog } from './event-log.ts';
import type { TouchedChunks } from './touched-chunks.ts';

/** The logs of a cluster's CTAs. */
export type ClusterLogs = ReadonlyMap<Cta, EventLog>;

/** Listener for events at `place`: its own log hears of them, and so does the log of the CTA whose warp causes them. */
export function listenerAt(logs: ClusterLogs, place: Cta): Listener {
  const log = logs.get(place)!;
  const both = (cta: Cta): readonly EventLog[] => (cta === place ? [log] : [log, logs.get(cta)!]);
  return {
    ...ownListener(log),
    mbarrierCounted(warp, byteOffset, arrivals, bytes) {
      for (const each of both(warp.cta)) each.counted(place, warp, byteOffset, arrivals, bytes);
    },
    bulkCopied({ kind, copy }) {
      if (kind === 'expected')
        for (const cta of new Set([copy.told, copy.issuer.warp.cta])) logs.get(cta)!.copyIssued(copy);
      if (kind === 'sent') storeIssued(log, copy);
    },
  };
}

const ownListener = (log: EventLog): Listener => ({
  accessed(warp, _operation, form, space, mask) {
    if (space === 'shared' && form.isTraced) sharedAccessed(log, warp, form, mask);
    if (space === 'global' && form.effect === 'write') stored(log, warp, popcount32(mask) * form.widthBytes);
  },
  multiplied(warps, _operation, _number, at, count) {
    for (const warp of warps) {
      log.of(warp).open('product', true);
      for (let i = 0; i < count; i++) log.of(warp).worked.touch(at[i], CHUNK_BYTES);
    }
  },
  tensorWork: (warp, amount, isAsync) => log.of(warp).work({ kind: 'product', isAsync, amount }),
  groupClosed: (warp, work) => log.of(warp).add({ kind: 'close', work }),
  groupsAwaited: (warp, work, most, isForReads) => log.of(warp).add({ kind: 'await', work, most, isForReads }),
  barrierReached: (warp, id, threads, waits) => log.of(warp).add({ kind: 'barrier', id, threads, waits }),
  mbarrierInitialised: (byteOffset, arrivals) => void log.mbarriers.set(byteOffset, arrivals),
  copiesWillArrive: (warp, byteOffset, counts) => log.copiesArrive(warp, byteOffset, counts ? 1 : 0),
  mbarrierPassed: (warp, byteOffset, phase) => log.of(warp).wait(byteOffset, phase),
  mbarrierHeld: (warp, byteOffset, phase) => log.of(warp).held(byteOffset, phase),
  clusterArrived: warp => log.of(warp).add({ kind: 'clusterArrive' }),
  clusterWaited: warp => log.of(warp).add({ kind: 'clusterWait' }),
  finished: () => void log.finish(),
});

function sharedAccessed(log: EventLog, warp: Warp, form: AccessForm, mask: number): void {
  const own = log.of(warp);
  if (form.kind === 'copy') {
    own.open('copy', true);
    touch(own.worked, warp, form, mask);
    own.work({ kind: 'copy', isAsync: true, amount: popcount32(mask) * form.widthBytes });
    return;
  }
  if (form.effect !== 'write') touch(own.reads, warp, form, mask);
  if (form.effect !== 'read') touch(own.writes, warp, form, mask);
}

function touch(chunks: TouchedChunks, { at }: Warp, { widthBytes }: AccessForm, mask: number): void {
  for (let lanes = mask; lanes !== 0; lanes &= lanes - 1) chunks.touch(at[lowestBit32(lanes)], widthBytes);
}

const stored = (log: EventLog, warp: Warp, amount: number): void =>
  log.of(warp).work({ kind: 'store', isAsync: false, amount });

/** Notes a store; parts of its box outside the tensor are not stored. */
function storeIssued(log: EventLog, { issuer, pieces }: LeavingCopy): void {
  const own = log.of(issuer.warp);
  own.open('store', true);
  for (const byteOffset of pieces.shared) own.worked.touch(byteOffset, pieces.sizeBytes);
  const amount = pieces.insideBytes.reduce((sum, bytes) => sum + bytes, 0);
  own.work({ kind: 'store', isAsync: true, amount });
}
