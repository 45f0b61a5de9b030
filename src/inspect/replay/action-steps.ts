/** Turns each action of a warp into steps of a scenario: one rule for each kind of action. */
import type { WarpAction } from '../../ptx/events/warp-event.ts';
import { positionIn } from './barrier-rings.ts';
import { CLUSTER_BARRIER } from './kernel-rings.ts';
import type { StepWriter } from './step-writer.ts';

type Kind = WarpAction['kind'];
type Rule<K extends Kind> = (writer: StepWriter, action: Extract<WarpAction, { kind: K }>) => void;

const AWAITED = { copies: 'waitCopies', products: 'waitProducts', stores: 'waitStores' } as const;

const RULES: { readonly [K in Kind]: Rule<K> } = {
  wait(writer, { barrier, phase }) {
    writer.add({ do: 'wait', ...writer.at(barrier, phase, 'wait') });
    const { ring, stage } = positionIn(writer.rings.mbarriers, barrier);
    writer.slots.waited(ring, stage, phase);
  },
  /** Its copies to other CTAs of the cluster stand in for the others' copies to it. */
  arrive(writer, action) {
    const { barrier, count, bytes } = action;
    const { announced, phases } = writer;
    const expected = bytes + (announced.get(barrier) ?? 0);
    announced.set(barrier, count === 0 ? expected : 0);
    if (count === 0) return;
    writer.slots.arrived(barrier);
    const place = writer.at(barrier, phases.next(action));
    const others = expected > 0 ? count - 1 : count;
    if (others > 0) writer.add({ do: 'arrive', ...place, ...(others > 1 && { count: others }) });
    if (expected > 0) writer.add({ do: 'expect', ...place, bytes: expected });
  },
  /** Already written as an arrival. */
  copiesArrive() {},
  bulkCopy(writer, action) {
    const { barrier, bytes } = action;
    const place = writer.at(barrier, writer.phases.next(action));
    const { name } = writer.rings.slots.find(({ barriers }) => barriers?.name === place.barrier)!;
    writer.add({ do: 'copy', buffer: name, ...place, bytes });
  },
  copy(writer, { to, bytes }) {
    const [slot] = writer.use(writer.slots.ofGroup(to, 'copies'));
    writer.add({ do: 'copyAsync', ...slot, bytes });
  },
  product({ products }, { flop, reads }) {
    products.flop += flop;
    products.reads.push(...reads);
  },
  store(writer, { isAsync, bytes, from }) {
    if (!isAsync) return writer.add({ do: 'store', bytes });
    writer.stores.bytes += bytes;
    writer.stores.from.push(...from);
  },
  close(writer, { work }) {
    if (work === 'copies') writer.add({ do: 'commit' });
    if (work === 'products') closeProducts(writer);
    if (work === 'stores') closeStores(writer);
    if (work !== 'products') writer.slots.closeGroup(work);
  },
  await(writer, { work, most }) {
    writer.add({ do: AWAITED[work], pending: most });
  },
  barrier(writer, { id, threads, waits }) {
    const visit = writer.visits.get(id) ?? 0;
    writer.visits.set(id, visit + 1);
    const all = threads ?? writer.rings.threadsAt(id, visit);
    const isAll = writer.eventWarps === writer.role.warps.length;
    const step = { id, threads: all, ...(!isAll && { warps: writer.eventWarps }) };
    writer.add({ do: waits ? 'barSync' : 'barArrive', ...step });
  },
  clusterArrive(writer) {
    writer.add({ do: 'arrive', ...atCluster(writer), count: writer.role.warps.length });
  },
  clusterWait(writer) {
    writer.add({ do: 'wait', ...atCluster(writer) });
    writer.clusterPhases++;
  },
  /** Groups that are still open. */
  end(writer) {
    if (writer.products.flop > 0) closeProducts(writer);
    closeStores(writer);
  },
};

export function writeAction(writer: StepWriter, action: WarpAction): void {
  const rule = RULES[action.kind] as (writer: StepWriter, action: WarpAction) => void;
  rule(writer, action);
}

function closeProducts(writer: StepWriter): void {
  const { flop, reads } = writer.products;
  writer.products = { flop: 0, reads: [] };
  writer.multiply(flop, reads);
}

function closeStores(writer: StepWriter): void {
  const { bytes, from } = writer.stores;
  writer.stores = { bytes: 0, from: [] };
  if (from.length === 0) return;
  const [slot] = writer.use(writer.slots.ofGroup(from, 'stores'));
  writer.add({ do: 'store', bytes, from: slot });
}

function atCluster(writer: StepWriter): { readonly barrier: string; readonly at: string } {
  const place = { name: CLUSTER_BARRIER, stages: 1, parity: 0 } as const;
  writer.add(...writer.places.moveTo(place, writer.clusterPhases));
  return { barrier: CLUSTER_BARRIER, at: CLUSTER_BARRIER };
}
