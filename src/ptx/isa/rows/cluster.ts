/** Clusters: their barrier, and addresses in the shared memory of their CTAs. */
import { RANK_BIT, rankOfAddress } from '../../machine/address-windows.ts';
import { clusterBarrierOf } from '../../machine/cluster-barrier.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { OperandKind } from '../effect.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { barrier } from './barrier.ts';

const D = 'Data Movement and Conversion Instructions';
const P = 'Parallel Synchronization and Communication Instructions';
const ALL_LANES = -1;

/** `barrier.cluster.arrive` releases and `.wait` acquires what was done before, unless `.relaxed`. */
function clusterBarrier(form: Form): Run {
  const arrives = form.oneOf(['arrive', 'wait']) === 'arrive';
  const ordering = arrives ? form.oneOf(['release', 'relaxed'], 'release') : form.oneOf(['acquire'], 'acquire');
  const aligned = form.take('aligned');
  form.finish();
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (aligned && !warp.gathered(operation, mask, ALL_LANES)) return 0;
    const barrier = clusterBarrierOf(warp.cta);
    if (arrives) barrier.arrive(warp, operation, mask, ordering === 'release');
    else barrier.wait(warp, operation, mask);
    return 0;
  };
}

const anyBarrier = (form: Form): Run => (form.take('cluster') ? clusterBarrier(form) : barrier(form));

const kindOf = (form: Form): OperandKind => (form.type() === 'u64' ? 'b64' : 's32');

/** A generic address has 64 bits. */
function takeClusterSpace(form: Form): void {
  if (!form.take('shared::cluster') && form.type() !== 'u64') form.refuse('a generic address has 64 bits');
  form.finish();
}

/** `mapa d, a, rank`: the address in the CTA of that rank of what `a` is in its own. */
function mapAddress(form: Form): Run {
  takeClusterSpace(form);
  const kind = kindOf(form);
  const o = form.operation;
  o.d = form.destination(form.operand(0), kind);
  o.a = form.source(form.operand(1), kind);
  o.b = form.source(form.operand(2), 'u32');
  const isWide = kind === 'b64';
  return ({ r }: Warp, { d, a, b }: Operation, mask: number) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      if (isWide) r[d + 32 + lane] = r[a + 32 + lane];
      r[d + lane] = (r[a + lane] & ((1 << RANK_BIT) - 1)) | (r[b + lane] << RANK_BIT);
    }
    return 0;
  };
}

function rankOf(form: Form): Run {
  takeClusterSpace(form);
  const o = form.operation;
  o.d = form.destination(form.operand(0), 's32');
  o.a = form.source(form.operand(1), kindOf(form));
  return ({ r }: Warp, { d, a }: Operation, mask: number) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      r[d + lane] = rankOfAddress(r[a + lane]);
    }
    return 0;
  };
}

export const CLUSTER_ROWS: readonly Row[] = [
  row('barrier', {
    types: [['u32', 'pred']],
    class: 'barrier',
    section: `${P}: barrier; barrier.cluster`,
    decode: anyBarrier,
  }),
  row('mapa', { types: [['u32', 'u64']], class: 'move', section: `${D}: mapa`, decode: mapAddress }),
  row('getctarank', { types: [['u32', 'u64']], class: 'move', section: `${D}: getctarank`, decode: rankOf }),
];
