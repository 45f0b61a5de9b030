/** cp.async.bulk and cp.reduce.async.bulk: copies of many bytes that an engine does for one thread. */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import type { Combine, Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import { maskedStretch, stretch } from '../../machine/bulk-pieces.ts';
import { globalPlace, sharedPlace } from '../../machine/bulk-places.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { closeBulkGroup, waitForBulkGroups } from './bulk-groups.ts';
import {
  type Arrival,
  addressOf,
  arrivalOf,
  eachLane,
  isInCluster,
  issueArriving,
  issueLeaving,
  NO_COPY,
  requireOperands,
} from './bulk-operands.ts';
import { combineOf, REDUCTIONS, type ReducedType } from './bulk-reduction.ts';
import { copyTensor } from './tensor-copy.ts';

/** Decodes `cp.async.bulk` and `cp.reduce.async.bulk`. */
export function copyBulk(form: Form): Run {
  const reduces = form.take('reduce');
  if (form.take('commit_group')) return closeBulkGroup(form);
  if (form.take('wait_group')) return waitForBulkGroups(form);
  if (form.take('tensor')) return copyTensor(form, reduces);
  if (form.take('prefetch')) return prefetch(form);
  if (form.take('bulk_group')) return copyOut(form, reduces);
  form.oneOf(['mbarrier::complete_tx::bytes']);
  return form.take('global') ? copyIn(form) : copyAcross(form, reduces);
}

/** Loads lines ahead of time: there is no cache. */
function prefetch(form: Form): Run {
  form.oneOf(['L2']);
  form.oneOf(['global']);
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  form.finish();
  requireOperands(form, 2 + hints);
  return NO_COPY;
}

/** Slot of a size in bytes. */
const sizeOf = (form: Form): number => form.source(form.operand(2), 'u32');

/** Null after a fault. */
function bytesOf(issuer: Issuer, slot: number): number | null {
  const bytes = issuer.warp.u[slot + issuer.lane];
  if (bytes % CHUNK_BYTES === 0) return bytes;
  reportBadCopy(issuer, `${bytes} bytes: a copy takes a multiple of ${CHUNK_BYTES}`);
  return null;
}

/** `[to], [from], size, [mbarrier]{, ranks}{, policy}`: from device memory. */
function copyIn(form: Form): Run {
  const destination = form.oneOf(['shared::cluster', 'shared::cta']);
  const isMulticast = form.take('multicast::cluster');
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  form.finish();
  requireOperands(form, 4 + (isMulticast ? 1 : 0) + hints);
  const from = addressOf(form, form.operand(1), 'global');
  const size = sizeOf(form);
  const arrival = arrivalOf(form, destination, 3, isMulticast);
  return eachLane(issuer => {
    const bytes = bytesOf(issuer, size);
    const source = bytes === null ? null : globalPlace(issuer, from, 'the source', bytes);
    if (bytes === null || source === null) return;
    issueArriving(issuer, arrival, { sharedBytes: bytes, alignBytes: CHUNK_BYTES, transactionBytes: bytes }, to => ({
      pieces: stretch(to.byteOffset, source, bytes),
      source: null,
      combine: null,
    }));
  });
}

/** `[to], [from], size, [mbarrier]`: from its own shared memory into that of a CTA of the cluster. */
function copyAcross(form: Form, reduces: boolean): Run {
  form.oneOf(['shared::cluster']);
  form.oneOf(['shared::cta']);
  const combine = reduces ? takeReduction(form, 'shared') : null;
  form.finish();
  requireOperands(form, 4);
  const from = addressOf(form, form.operand(1), 'shared');
  const size = sizeOf(form);
  const arrival: Arrival = arrivalOf(form, 'shared::cluster', 3, false);
  return eachLane(issuer => {
    if (!isInCluster(issuer, 'a copy from shared to shared memory')) return;
    const bytes = bytesOf(issuer, size);
    const source = bytes === null ? null : sharedPlace(issuer, from, 'the source', bytes, CHUNK_BYTES, true);
    if (bytes === null || source === null) return;
    issueArriving(issuer, arrival, { sharedBytes: bytes, alignBytes: CHUNK_BYTES, transactionBytes: bytes }, to => ({
      pieces: stretch(to.byteOffset, source.byteOffset, bytes),
      source: source.cta,
      combine,
    }));
  });
}

/** `[to], [from], size{, policy}{, byte mask}`: into device memory. */
function copyOut(form: Form, reduces: boolean): Run {
  form.oneOf(['global']);
  form.oneOf(['shared::cta']);
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  const isMasked = form.take('cp_mask');
  const combine = reduces ? takeReduction(form, 'global') : null;
  form.finish();
  requireOperands(form, 3 + hints + (isMasked ? 1 : 0));
  const to = addressOf(form, form.operand(0), 'global');
  const from = addressOf(form, form.operand(1), 'shared');
  const mask = isMasked ? form.source(form.operand(3 + hints), 'u16') : null;
  const size = sizeOf(form);
  return eachLane(issuer => sendOut(issuer, { to, from, size, mask, combine }));
}

interface Outgoing {
  readonly to: AccessForm;
  readonly from: AccessForm;
  readonly size: number;
  readonly mask: number | null;
  readonly combine: Combine | null;
}

function sendOut(issuer: Issuer, { to, from, size, mask, combine }: Outgoing): void {
  const bytes = bytesOf(issuer, size);
  if (bytes === null) return;
  const source = sharedPlace(issuer, from, 'the source', bytes, CHUNK_BYTES, true);
  const target = globalPlace(issuer, to, 'the destination', bytes);
  if (source === null || target === null) return;
  const bits = mask === null ? null : issuer.warp.u[mask + issuer.lane];
  const pieces =
    bits === null ? stretch(source.byteOffset, target, bytes) : maskedStretch(source.byteOffset, target, bytes, bits);
  issueLeaving(issuer, pieces, combine);
}

function takeReduction(form: Form, to: 'global' | 'shared'): Combine {
  const reduction = form.oneOf(REDUCTIONS);
  const type = form.type() as ReducedType;
  // Additions of small floats keep subnormals, and must say so.
  if (reduction === 'add' && /f16$/.test(type)) form.oneOf(['noftz']);
  return combineOf(reduction, type, to) ?? form.refuse(`there is no ${reduction} of .${type} to ${to} memory`);
}
