/** Loops that do not end by themselves: they end behind findings, sooner behind faults than behind hazards. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const ADDS = 'add.u32 %r5, %r5, %r3;'.repeat(62);

/** Two warps execute the instruction at every 64th step; `rounds`: how many steps there are, or without end. */
const looping = (instruction: string, rounds: number | null) =>
  runAssembly(
    {
      module: '.shared .align 4 .b8 words[4];',
      threads: 64,
      body: `mov.u32 %r1, %tid; mov.u32 %r2, words; mov.u32 %r3, 1; mov.u32 %r4, 0;
LOOP: ${instruction} ${ADDS} ${rounds === null ? '' : `add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, ${rounds}; @%p1`} bra LOOP;`,
    },
    { faults: 'all' },
  );

const SAME_VALUE = 'st.shared.u32 [%r2], 7;';
const RACE = 'st.shared.u32 [%r2], %r1;';

test('behind a race, after 4 Mi warp instructions and some turns', () => {
  const { faults, warpInstructions } = looping(RACE, null);
  expect(faults.map(({ kind }) => kind)).toEqual(['race', 'limit']);
  expect(warpInstructions).toBeLessThan(2 ** 24);
});

test('behind a hazard alone, after 16 Mi', () => {
  const { faults, hazards, warpInstructions } = looping(SAME_VALUE, null);
  expect(hazards.map(({ kind }) => kind)).toEqual(['race']);
  expect(faults.map(({ kind }) => kind)).toEqual(['limit']);
  expect(faults[0].message).toMatch(/What was found before may keep a loop there from its end/);
  expect(warpInstructions).toBeGreaterThan(2 ** 24);
  expect(warpInstructions).toBeLessThan(2 ** 25);
});

test('a long loop behind a hazard is not called endless', () => {
  const { ok, hazards, warpInstructions } = looping(SAME_VALUE, 2 ** 16);
  expect(ok).toBe(true);
  expect(hazards).toHaveLength(1);
  expect(warpInstructions).toBeGreaterThan(2 ** 22);
});
