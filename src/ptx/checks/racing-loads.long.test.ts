/** More racing loads of device memory than are kept: what nothing is seen to depend on is a hazard. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const run = (body: string) => runAssembly({ body, threads: 64, words: 256 }, { faults: 'all' });

/** Warp 0 stores to the words of its lanes, and warp 1 loads them so many times. */
const again = (
  count: number,
  use = '',
) => `and.b32 %r1, %tid, 31; mad.wide.u32 %x1, %r1, 4, %out; setp.lt.u32 %p1, %tid, 32;
mov.u32 %r5, 0; @%p1 st.global.u32 [%x1], 1; @%p1 bra END;
LOOP: ld.global.u32 %r2, [%x1]; ${use} add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, ${count}; @%p3 bra LOOP; END:`;

/** Each is 32 accesses, of which 2^20 are kept. */
const MORE_THAN_KEPT = 33_000;

test('where more loads race than are kept, and none of these is used, the race is a hazard that says so', () => {
  expect(run(again(8)).hazards[0].seen).toContain('other side of the write');
  const { ok, faults, hazards } = run(again(MORE_THAN_KEPT));
  expect({ ok, faults }).toEqual({ ok: true, faults: [] });
  expect(hazards.map(({ seen }) => seen)).toEqual([expect.stringContaining('more often in this launch than is kept')]);
});

test('there a race whose loads are used stays a fault, and one of which none was kept is a hazard', () => {
  const body = `${again(MORE_THAN_KEPT, 'setp.gt.s32 %p4, %r2, 9999; @%p4 st.global.u32 [%at+256], 1;')}
@%p1 st.global.u32 [%out+512], 1; @!%p1 ld.global.u32 %r4, [%out+512];`;
  const { faults, hazards } = run(body);
  expect(faults.map(({ kind }) => kind)).toEqual(['race']);
  expect(hazards.map(({ seen }) => seen)).toContainEqual(expect.stringContaining('none of these two lines was'));
});
