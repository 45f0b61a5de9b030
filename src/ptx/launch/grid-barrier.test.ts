/** `cudaCGSynchronize`: the barrier of a grid as a function that the device's system provides. */
import { expect, test } from 'vitest';
import { wordsOf } from '../checks/kernel-run.ts';
import { runAssembly } from '../isa/assembly.ts';

const module = `.extern .func (.param .b64 a) cudaCGGetIntrinsicHandle (.param .b32 b);
.extern .func (.param .b32 a) cudaCGSynchronize (.param .b64 b, .param .b32 c);`;
const CTAS = 6;
const THREADS = 40;

const MEET = `{ .param .b64 to; .param .b32 done; .param .b32 zero; st.param.b64 [to], %x1; st.param.b32 [zero], 0;
call.uni (done), cudaCGSynchronize, (to, zero); }`;

/** Thread t of CTA c adds, in each round, what its neighbour of the next CTA had before; between the rounds all meet, or do not. */
const body = (meet: string): string => `
{ .param .b32 scope; .param .b64 made; st.param.b32 [scope], 1;
call.uni (made), cudaCGGetIntrinsicHandle, (scope); ld.param.b64 %x1, [made]; }
mov.u32 %r1, %ctaid.x; add.u32 %r2, %r1, 1; rem.u32 %r2, %r2, ${CTAS};
mad.lo.u32 %r3, %r1, ${THREADS}, %tid; mul.wide.u32 %x2, %r3, 4; add.u64 %x2, %x2, %out;
mad.lo.u32 %r4, %r2, ${THREADS}, %tid; mul.wide.u32 %x3, %r4, 4; add.u64 %x3, %x3, %out;
st.global.u32 [%x2], %r3;
mov.u32 %r5, 0;
ROUND: ${meet}
ld.global.u32 %r6, [%x2]; ld.global.u32 %r7, [%x3]; add.u32 %r6, %r6, %r7;
${meet}
st.global.u32 [%x2], %r6;
add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra ROUND;`;

const launch = { module, threads: THREADS, grid: [CTAS, 1, 1], words: CTAS * THREADS } as const;

test('all threads of the grid meet, again and again', () => {
  let words = Array.from({ length: CTAS * THREADS }, (_, i) => i);
  for (let round = 0; round < 3; round++) words = words.map((word, i) => word + words[(i + THREADS) % words.length]);
  const result = runAssembly({ ...launch, body: body(MEET) });
  expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
  expect(wordsOf(result)).toEqual(words);
});

test('without it the CTAs race', () => {
  const { faults } = runAssembly({ ...launch, body: body('bar.sync 0;') }, { faults: 'all' });
  expect(faults.map(({ kind }) => kind)).toContain('race');
});
