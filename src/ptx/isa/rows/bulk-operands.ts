/**
 * Parts that bulk copies share: operands in shared and device memory, places of arrival, and lanes that go one by one.
 */

import { lowestBit32 } from '../../../base/bits.ts';
import { CHUNK_BYTES, MBARRIER_BYTES } from '../../../base/hardware.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import { bulkCopiesOf } from '../../machine/bulk-copies.ts';
import type { ArrivingCopy, Combine, Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import type { BulkPieces } from '../../machine/bulk-pieces.ts';
import { type SharedPlace, sharedPlace } from '../../machine/bulk-places.ts';
import { reportEnded } from '../../machine/cluster-faults.ts';
import type { Cta } from '../../machine/cta.ts';
import { mbarriersOf } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressForm } from './address.ts';

/** An address whose bounds and alignment the copy checks by itself. */
export const addressOf = (form: Form, operand: Operand, space: 'global' | 'shared' | 'generic'): AccessForm =>
  addressForm(form, operand, space, { kind: 'copy', widthBytes: CHUNK_BYTES, values: [], elementBytes: CHUNK_BYTES });

export const eachLane =
  (each: (issuer: Issuer) => void): Run =>
  (warp, operation, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) each({ warp, operation, lane: lowestBit32(m) });
    return 0;
  };

export const NO_COPY: Run = () => 0;

/** Operands that may follow, in this order: cache policies do nothing here, but each must be there. */
export function requireOperands(form: Form, count: number): void {
  if (form.operandCount !== count) form.refuse(`takes ${count} operands, not ${form.operandCount}`);
}

/** Place of a copy's arrival: in the shared memory of one CTA, or at the same places in several. */
export interface Arrival {
  readonly to: AccessForm;
  readonly mbarrier: AccessForm;
  /** Slot of the mask of ranks, for several. */
  readonly ranks: number | null;
  /** At the same places in all CTAs of the cluster. */
  readonly isForAll?: boolean;
  /** The mbarrier may be one of the other CTA of a pair. */
  readonly isOfPair: boolean;
  readonly isOwnCta: boolean;
}

/** Arrival from operand 0, the mbarrier at `index`, and the mask of ranks at `ranks`. */
export function arrivalOf(
  form: Form,
  destination: 'shared::cluster' | 'shared::cta',
  index: number,
  isMulticast: boolean,
  ranks = index + 1,
  isOfPair = false,
): Arrival {
  const isOwnCta = destination === 'shared::cta';
  if (isMulticast && isOwnCta) form.refuse('.multicast::cluster needs .shared::cluster');
  return {
    to: addressOf(form, form.operand(0), 'shared'),
    mbarrier: addressOf(form, form.operand(index), 'shared'),
    ranks: isMulticast ? form.source(form.operand(ranks), 'u16') : null,
    isOwnCta,
    isOfPair,
  };
}

export interface ArrivingSizes {
  readonly sharedBytes: number;
  readonly alignBytes: number;
  readonly transactionBytes: number;
}

type Content = Pick<ArrivingCopy, 'pieces' | 'source' | 'combine'> & Partial<Pick<ArrivingCopy, 'fill' | 'proxy'>>;

const ZERO_FILL = new Uint8Array(1);

/** One copy into each CTA where it arrives; `contentFor` tells what comes to the same place in each, null after a fault. */
export function issueArriving(
  issuer: Issuer,
  arrival: Arrival,
  { sharedBytes, alignBytes, transactionBytes }: ArrivingSizes,
  contentFor: (to: SharedPlace) => Content | null,
): void {
  const landings = landingsOf(issuer, arrival, sharedBytes, alignBytes) ?? [];
  const content = landings.length === 0 ? null : contentFor(landings[0]);
  if (content === null) return;
  const { pieces, source } = content;
  const shared = landings.map(({ cta }) => cta);
  if (content.proxy !== 'generic')
    issuer.warp.cta.watch?.bulkIssued({ issuer, pieces, isInward: true, shared, other: source });
  for (const { cta: to, told, mbarrier } of landings) {
    bulkCopiesOf(told).expect({
      issuer,
      to,
      told,
      mbarrier,
      transactionBytes,
      fill: ZERO_FILL,
      proxy: 'async',
      ...content,
    });
  }
}

export function issueLeaving(issuer: Issuer, pieces: BulkPieces, combine: Combine | null): void {
  const { cta } = issuer.warp;
  cta.watch?.bulkIssued({ issuer, pieces, isInward: false, shared: [cta], other: null });
  bulkCopiesOf(cta).send({ issuer, pieces, combine });
}

/**
 * Whether the launch has clusters; false after a fault. A copy to shared memory from shared memory or from a thread's
 * registers traps on an H200 in a launch without clusters, but not in a cluster of one CTA. The manual does not say so.
 * `what`: "an asynchronous store".
 */
export function isInCluster(issuer: Issuer, what: string): boolean {
  if (issuer.warp.cta.grid.isExplicitCluster) return true;
  reportBadCopy(issuer, `${what} traps in a launch without clusters`);
  return false;
}

/** The destination of a copy, and its mbarrier, in one CTA. */
interface Landing extends SharedPlace {
  readonly told: Cta;
  readonly mbarrier: number;
}

/** Null after a fault. */
function landingsOf(issuer: Issuer, arrival: Arrival, sizeBytes: number, alignBytes: number): Landing[] | null {
  const to = sharedPlace(issuer, arrival.to, 'the destination', sizeBytes, alignBytes, arrival.isOwnCta);
  const barrier = sharedPlace(
    issuer,
    arrival.mbarrier,
    'the mbarrier',
    MBARRIER_BYTES,
    MBARRIER_BYTES,
    arrival.isOwnCta,
  );
  if (to === null || barrier === null) return null;
  const { clusterRank: rank } = to.cta;
  const other = arrival.isOfPair ? to.cta.cluster[rank ^ 1] : to.cta;
  if (barrier.cta !== to.cta && barrier.cta !== other)
    return refused(
      issuer,
      `the mbarrier is one of CTA ${barrier.cta.number}, the destination is in CTA ${to.cta.number}`,
    );
  const { cluster } = to.cta;
  const own = arrival.isForAll ? (1 << cluster.length) - 1 : 1 << rank;
  const ranks = arrival.ranks === null ? own : issuer.warp.u[arrival.ranks + issuer.lane];
  if (ranks >>> cluster.length !== 0)
    return refused(issuer, `ranks 0x${ranks.toString(16)} in a cluster of ${cluster.length} CTAs`);
  const owners = cluster.filter(cta => ((ranks >>> cta.clusterRank) & 1) === 1);
  // In each pair, the CTA is notified that has the same place as the mbarrier's CTA.
  const offset = barrier.cta.clusterRank & 1;
  const toldBy = (cta: Cta): Cta => (arrival.isOfPair ? (cluster[(cta.clusterRank & ~1) | offset] ?? cta) : cta);
  const landings = owners.map(cta => ({
    ...{ cta, told: toldBy(cta) },
    ...{ byteOffset: to.byteOffset, mbarrier: barrier.byteOffset },
  }));
  return landings.every(landing => isThere(issuer, landing)) ? landings : null;
}

function isThere(issuer: Issuer, { cta, told, mbarrier }: Landing): boolean {
  const ended = [cta, told].find(({ livingWarps }) => livingWarps === 0);
  if (!ended) return mbarriersOf(told).find({ ...issuer, byteOffset: mbarrier }) !== null;
  reportEnded(issuer.warp, issuer.operation, 1 << issuer.lane, ended);
  return false;
}

function refused(issuer: Issuer, why: string): null {
  reportBadCopy(issuer, why);
  return null;
}
