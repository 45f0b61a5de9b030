/** tcgen05.commit: an arrival at an mbarrier once all that the thread has asked of the tensor cores is over. Here it is at once. */
import { MBARRIER_BYTES } from '../../../base/hardware.ts';
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import { sharedPlace } from '../../machine/bulk-places.ts';
import { reportEnded } from '../../machine/cluster-faults.ts';
import type { Cta } from '../../machine/cta.ts';
import { mbarriersOf } from '../../machine/mbarriers.ts';
import type { Run } from '../../machine/operation.ts';
import { tensorMemoryOf } from '../../machine/tensor-memory.ts';
import type { Form } from '../form.ts';
import { addressOf, eachLane } from './bulk-operands.ts';
import { takeGroup } from './tcgen05-operands.ts';

/** `[mbarrier]{, ranks}`: at the same place in each CTA of the ranks, or in the CTA of the address alone. */
export function commit(form: Form): Run {
  takeGroup(form);
  form.oneOf(['mbarrier::arrive::one']);
  form.take('shared::cluster');
  const isMulticast = form.take('multicast::cluster');
  form.finish();
  const mbarrier = addressOf(form, form.operand(0), 'shared');
  const ranks = isMulticast ? form.source(form.operand(1), 'u16') : null;
  return eachLane(issuer => {
    const at = sharedPlace(issuer, mbarrier, 'the mbarrier', MBARRIER_BYTES, MBARRIER_BYTES, false);
    if (at === null) return;
    for (const cta of receivers(issuer, at.cta, ranks)) arrive(issuer, cta, at.byteOffset);
  });
}

function receivers(issuer: Issuer, cta: Cta, ranks: number | null): readonly Cta[] {
  if (ranks === null) return [cta];
  const mask = issuer.warp.u[ranks + issuer.lane] & 0xffff;
  if (mask >>> cta.cluster.length === 0)
    return cta.cluster.filter(({ clusterRank }) => ((mask >>> clusterRank) & 1) === 1);
  reportBadCopy(issuer, `ranks 0x${mask.toString(16)} in a cluster of ${cta.cluster.length} CTAs`);
  return [];
}

function arrive(issuer: Issuer, cta: Cta, byteOffset: number): void {
  const { warp, operation, lane } = issuer;
  if (cta.livingWarps === 0) {
    reportEnded(warp, operation, 1 << lane, cta);
    return;
  }
  const use = { ...issuer, byteOffset };
  const mbarriers = mbarriersOf(cta);
  if (mbarriers.find(use) === null) return;
  const pipeline = tensorMemoryOf(warp.cta).pipelineOf(warp, lane);
  cta.watch?.tensorUsed({ kind: 'committed', pipeline, byteOffset });
  cta.watch?.mbarrierCounted?.(warp, byteOffset, 1, 0);
  mbarriers.arrive(use, 1);
}
