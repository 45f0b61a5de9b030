/** A copy into the place where the address of tensor memory was: Triton's kernels for Blackwell have no fence before it. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const MODULE = '.shared .align 128 .b8 tile[128]; .shared .align 8 .b64 full;';

/** All warps read the address, then `copy` is issued by thread 0. */
const kernel = (first: string, copy: string) => `
mov.u32 %r1, tile; mov.u32 %r2, full;
setp.eq.u32 %p1, %tid, 0; setp.lt.u32 %p2, %tid, 32;
@%p1 mbarrier.init.shared.b64 [%r2], 1;
fence.mbarrier_init.release.cluster;
${first}
bar.sync 0; ld.shared.b32 %r3, [%r1]; bar.sync 0;
@!%p1 bra END;
${copy}
END: bar.sync 0;
@%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;`;

const ALLOC = '@%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 32;';
const LOAD = `mbarrier.arrive.expect_tx.shared.b64 %x1, [%r2], 64;
cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%out], 64, [%r2];
WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0; @!%p3 bra WAIT;`;
const STORE = `cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 64;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`;

function found(first: string, copy: string) {
  const { faults, hazards } = runAssembly(
    { module: MODULE, body: kernel(first, copy), threads: 64 },
    { faults: 'all' },
  );
  const kinds = (list: readonly { readonly kind: string }[]) => list.map(({ kind }) => kind);
  return { faults: kinds(faults), hazards: kinds(hazards), seen: hazards[0]?.seen ?? '' };
}

test('a load over the address is a hazard, which says that it was not run on such a GPU', () => {
  const { faults, hazards, seen } = found(ALLOC, LOAD);
  expect(faults).toEqual([]);
  expect(hazards).toEqual(['missingFence']);
  expect(seen).toContain('Blackwell');
});

test('with a fence it is none', () => {
  expect(found(ALLOC, `fence.proxy.async.shared::cta; ${LOAD}`)).toEqual({ faults: [], hazards: [], seen: '' });
});

test('a load over what a thread stored stays a fault', () => {
  const { faults } = found(`${ALLOC} @%p2 st.shared.b32 [%r1+32], 1;`, LOAD);
  expect(faults).toContain('missingFence');
});

test('a store that reads the address stays a fault', () => {
  expect(found(ALLOC, STORE).faults).toContain('missingFence');
});
