/** Copies that tell different mbarriers: who has waited at one of them knows nothing of the others. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/**
 * Two warps wait for a copy of 16 bytes each: the first one, then, told by a word in global memory, which orders nothing, the
 * second one at an mbarrier `apart` bytes behind. The second reads what only the first has waited for.
 */
const foreignRead = (apart: number): string => `
mov.u32 %r1, tile; mov.u32 %r2, barriers; add.u32 %r3, %r2, ${apart};
setp.ne.u32 %p1, %tid, 0; @%p1 bra WAIT;
mbarrier.init.shared.b64 [%r2], 1; mbarrier.init.shared.b64 [%r3], 1;
mbarrier.arrive.expect_tx.shared.b64 %x1, [%r2], 16; mbarrier.arrive.expect_tx.shared.b64 %x1, [%r3], 16;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%out], 16, [%r2];
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1+16], [%out], 16, [%r3];
WAIT: bar.sync 0;
setp.ge.u32 %p1, %tid, 32; @%p1 bra SECOND;
FIRST: mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra FIRST;
st.volatile.global.u32 [%out+64], 1; bra END;
SECOND: ld.volatile.global.u32 %r4, [%out+64]; setp.eq.u32 %p1, %r4, 0; @%p1 bra SECOND;
THEN: mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra THEN;
ld.shared.u32 %r4, [%r1];
END:`;

const run = (body: string) =>
  runAssembly({ body, threads: 64, module: '.shared .align 128 .b8 tile[32]; .shared .align 8 .b8 barriers[4096];' });

test.each([8, 64, 128, 136, 2048])('mbarriers %i bytes apart', apart => {
  expect(run(foreignRead(apart)).faults.map(({ kind }) => kind)).toEqual(['missingWait']);
  const own = foreignRead(apart).replace('ld.shared.u32 %r4, [%r1];', 'ld.shared.u32 %r4, [%r1+16];');
  expect(run(own).faults).toEqual([]);
});
