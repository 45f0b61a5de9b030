/** A barrier for two accesses that a compiler has put into the two branches of one condition. */
import { expect, test } from 'vitest';
import { triedAdvice } from '../fixtures/tried-advice.ts';

/** Line 3 stores a maximum in the first thread, which knows it then; line 4 loads it in all others. */
const PUBLISH = `
mov.u64 %x3, tile; setp.eq.u32 %p1, %tid, 0;
.loc 1 1 1
@%p1 st.shared.u32 [%x3], 5; bar.sync 0;
.loc 1 2 1
@%p1 bra FIRST;
.loc 1 4 1
ld.shared.u32 %r2, [%x3];
bra JOIN;
FIRST:
.loc 1 3 1
mov.u32 %r2, 7; st.shared.u32 [%x3], 7;
JOIN:
.loc 1 5 1
st.global.u32 [%at], %r2;`;

test('it stands behind the write, and in front of the read that comes later in the source', () => {
  const [words] = triedAdvice(PUBLISH).words;
  expect(words).toBe(
    'Tried in the PTX: adding __syncthreads() in front of the ld of line 4, behind the access of line 3, makes it go.',
  );
});

/** `if (threadIdx.x == 0) x = 7; out[threadIdx.x] = x;` on one line: the compiler puts the load of the others first. */
const BROADCAST = `
.loc 1 3 1
mov.u64 %x3, tile; setp.eq.u32 %p1, %tid, 0;
@%p1 bra FIRST;
ld.shared.u32 %r2, [%x3];
bra JOIN;
FIRST:
mov.u32 %r2, 7; st.shared.u32 [%x3], 7;
JOIN:
st.global.u32 [%at], %r2;`;

test('where one line has both, the read that the compiler put first still comes behind the write', () => {
  expect(triedAdvice(BROADCAST).words).toEqual([
    'Tried in the PTX: adding __syncthreads() in front of the ld of line 3, behind the access of line 3, makes it go.',
  ]);
});
