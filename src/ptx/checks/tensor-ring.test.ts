/** A ring of one stage: warp 0 loads it, warp 1 waits for it and lets the tensor cores say that it is free again. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const MODULE = '.shared .align 128 .b8 tile[64]; .shared .align 8 .b64 full; .shared .align 8 .b64 free;';

const waitFor = (mbarrier: string, phase: number, label: string) =>
  `${label}: mbarrier.try_wait.parity.shared.b64 %p3, [${mbarrier}], ${phase}; @!%p3 bra ${label};`;

const LOAD = `mbarrier.arrive.expect_tx.shared.b64 %x1, [%r2], 64;
cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%out], 64, [%r2];`;

/** `between`: what warp 1 does before the tensor cores arrive. */
const ring = (between: string) => `
mov.u32 %r1, tile; mov.u32 %r2, full; mov.u32 %r3, free;
setp.eq.u32 %p1, %tid, 0; setp.eq.u32 %p2, %tid, 32;
@%p1 mbarrier.init.shared.b64 [%r2], 1; @%p1 mbarrier.init.shared.b64 [%r3], 1;
fence.mbarrier_init.release.cluster; bar.sync 0;
@%p2 bra TENSOR;
@!%p1 bra END;
${LOAD}
${waitFor('%r3', 0, 'W1')}
${LOAD}
${waitFor('%r2', 1, 'W2')}
bra END;
TENSOR: ${between}
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3];
END: bar.sync 0;`;

const faultsOf = (between: string): string[] =>
  runAssembly({ module: MODULE, body: ring(between), threads: 64 }, { faults: 'all' }).faults.map(({ kind }) => kind);

test('a copy may overwrite an earlier one for which the thread that commits has waited', () => {
  expect(faultsOf(waitFor('%r2', 0, 'W3'))).toEqual([]);
});

test('it may not where that thread has not waited', () => {
  expect(faultsOf('')).toContain('missingWait');
});

test('of what the thread itself has stored the commit tells nothing', () => {
  expect(faultsOf(`${waitFor('%r2', 0, 'W3')} st.shared.u32 [%r1], 1;`)).not.toEqual([]);
});
