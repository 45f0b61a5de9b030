/** clusterlaunchcontrol: nobody's work is taken here, and a loop over the work of others ends. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from './assembly.ts';

const MODULE = '.shared .align 16 .b8 answer[32]; .shared .align 8 .b64 bar;';
const REGISTERS = '.reg .b128 %q;';
const ONE = 'setp.eq.u32 %p1, %tid, 0;';
const INIT = `${REGISTERS} ${ONE} @%p1 mbarrier.init.shared.b64 [bar], 1; @%p1 fence.mbarrier_init.release.cluster;`;
const EXPECT = '@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;';
const ASK = '@%p1 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [answer], [bar];';
const WAIT = 'WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [bar], %r5; @!%p2 bra WAIT;';
const READ = 'ld.shared.b128 %q, [answer]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;';
/** Each thread counts the CTAs whose work it does, in a loop as kernels have it that take what others have left. */
const LOOP = `${INIT} bar.sync 0; mov.u32 %r1, 0; mov.u32 %r5, 0; mov.u32 %r2, %ctaid.x;
MORE: ${EXPECT} ${ASK} add.u32 %r1, %r1, 1; shl.b32 %r3, %r2, 7; cvt.u64.u32 %x1, %r3; add.u64 %x1, %x1, %at; st.global.u32 [%x1], %r1;
${WAIT} ${READ} xor.b32 %r5, %r5, 1; fence.proxy.async.shared::cta; bar.sync 0;
@!%p3 bra DONE; clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r2, %q; bra MORE; DONE:`;

describe('work of others', () => {
  test('each CTA does its own', () => {
    expect(outputOf({ module: MODULE, body: LOOP, words: 64, grid: [2, 1, 1] })).toEqual(lanes(() => 1, 64));
  });

  test('an answer for a whole cluster comes to each of its CTAs', () => {
    const ask = ASK.replace('bytes.b128', 'bytes.multicast::cluster::all.b128').replace('%p1', '%p4');
    const body = `${INIT} ${EXPECT} mov.u32 %r5, 0; mov.u32 %r2, %cluster_ctarank; setp.eq.and.u32 %p4, %r2, 0, %p1;
barrier.cluster.arrive; barrier.cluster.wait; ${ask} ${WAIT} ${READ} selp.u32 %r1, 5, 7, %p3; clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r6, %r7, %r8, _}, %q;
mad.lo.u32 %r3, %r2, 128, 0; cvt.u64.u32 %x1, %r3; add.u64 %x1, %x1, %at; st.global.u32 [%x1], %r1; barrier.cluster.arrive; barrier.cluster.wait;`;
    const { faults, buffers } = runAssembly({ module: MODULE, body, words: 64, grid: [2, 1, 1], cluster: [2, 1, 1] });
    expect(faults.map(({ message }) => message)).toEqual([]);
    expect([...new Uint32Array(buffers.get('out')!.buffer)]).toEqual(lanes(() => 7, 64));
  });
});

test.each([
  [
    'an answer that is read too early',
    `${INIT} bar.sync 0; ${EXPECT} ${ASK} mov.u32 %r5, 0; ${READ} ${WAIT}`,
    'missingWait',
  ],
  ['nobody tells the mbarrier of the bytes', `${INIT} bar.sync 0; ${ASK} mov.u32 %r5, 0; ${WAIT} ${READ}`, 'deadlock'],
])('%s', (_name, body, kind) => {
  expect(runAssembly({ module: MODULE, body }).faults.map(fault => fault.kind)).toEqual([kind]);
});

test.each([
  ['clusterlaunchcontrol.try_cancel.async.b128 [answer], [bar];', 'mbarrier::complete_tx::bytes'],
  ['clusterlaunchcontrol.query_cancel.b32.b128 %r1, %q;', 'there is no clusterlaunchcontrol.query_cancel'],
  ['clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %r1, %q;', 'operand 1 is %r1'],
  ['clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2}, %q;', 'needs a vector of 4'],
])('%s', (body, words) => {
  const [fault] = runAssembly({ module: MODULE, body: `${REGISTERS} ${body}` }).faults;
  expect(fault.message).toContain(words);
});
