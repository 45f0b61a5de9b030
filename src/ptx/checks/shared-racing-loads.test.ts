/** More racing loads of shared memory than are kept: what nothing is seen to depend on is a hazard. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/** Of 66,000 executions, 2^16 are kept. */
const MORE_THAN_KEPT = 66_000;

/** One lane of warp 0 stores a word (the kernel copies, too, as those do that load ahead), and one of warp 1 loads it so many times. */
const findingsOf = (count: number, use: string, end = '') => {
  const { faults, hazards } = runAssembly(
    {
      module: '.shared .align 4 .b8 words[8];',
      threads: 64,
      words: 256,
      body: `and.b32 %r1, %tid, 31; setp.ne.u32 %p1, %r1, 0; @%p1 exit; setp.eq.u32 %p1, %tid, 0; mov.u32 %r5, 0;
@%p1 st.shared.u32 [words], 1; @%p1 bra END;
LOOP: ld.shared.u32 %r2, [words]; ${use} add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, ${count}; @%p3 bra LOOP;
END: ${end} cp.async.wait_all;`,
    },
    { faults: 'all' },
  );
  return { faults: faults.map(({ kind }) => kind), seen: hazards.map(({ seen }) => seen) };
};

test('none of these is used: the race is a hazard that says so', () => {
  expect(findingsOf(8, '')).toEqual({ faults: [], seen: [expect.stringContaining('no output, branch or address')] });
  expect(findingsOf(MORE_THAN_KEPT, '')).toEqual({
    faults: [],
    seen: [expect.stringContaining('more often in this launch than is kept')],
  });
});

test('a race whose loads are used stays a fault; one of which none was kept is a hazard', () => {
  const use = 'setp.gt.s32 %p4, %r2, 9999; @%p4 st.global.u32 [%at+256], 1;';
  const end = `\n@%p1 st.shared.u32 [words+4], 1; @!%p1 ld.shared.u32 %r4, [words+4];`;
  expect(findingsOf(MORE_THAN_KEPT, use, end)).toEqual({
    faults: ['race'],
    seen: [expect.stringContaining('none of these two lines was')],
  });
});

test('what one thread asks of a word, and all load, is silent; other threads that use it are told', () => {
  const found = (use: string) => {
    const { faults, hazards } = runAssembly(
      {
        module: '.shared .align 4 .b32 mode;',
        threads: 64,
        body: `setp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u32 [mode], 0; bar.sync 0;
ld.shared.u32 %r1, [mode]; or.b32 %r2, %r1, %tid; setp.eq.u32 %p2, %r2, 0; @%p2 st.shared.u32 [mode], 3; ${use}`,
      },
      { faults: 'all' },
    );
    return [...faults, ...hazards].map(({ kind }) => kind);
  };
  expect(found('')).toEqual([]);
  expect(found('setp.eq.u32 %p3, %r1, 3; @%p3 st.global.u32 [%at], 1;')).toEqual(['race']);
});

test('rows of a matrix go to all lanes, also from the lane that has stored the row', () => {
  const { faults } = runAssembly(
    {
      module: '.shared .align 16 .b8 tile[512];',
      body: `mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 16, %r1; st.shared.v4.u32 [%r1], {%tid, %tid, %tid, %tid};
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%r1]; st.global.u32 [%at], %r2;`,
    },
    { faults: 'all' },
  );
  expect(faults.map(({ kind }) => kind)).toEqual(['race']);
});
