/**
 * Counters in shared memory have a mark of their own for each warp, those in device memory a short way. Any program finds the same, to
 * the letter, as where no cell is a counter.
 */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { runAssembly } from '../isa/assembly.ts';
import { GlobalCounters } from './global-counters.ts';
import { SharedCounters } from './shared-counters.ts';

afterEach(() => vi.restoreAllMocks());

const MODULE = '.shared .align 128 .b8 words[512];';
/** Of the second warp's lanes, of the low ones, of one, of the third warp. */
const GUARDS = ['', '', '', '@%p1 ', '@!%p1 ', '@%p2 ', '@%p3 ', '@%p5 '] as const;
/** One for all, one for each lane number, one of eight, one's own. */
const PLACES = {
  shared: ['%r0', '%r1', '%r2', '%r2', '%r3'],
  global: ['%out', '%x1', '%x2', '%x2', '%x3'],
} as const;
type Space = keyof typeof PLACES;

const access = fc.oneof(
  { weight: 6, arbitrary: fc.constant('red.SPACE.add.u32 [@], 1;') },
  { weight: 4, arbitrary: fc.constant('atom.SPACE.add.u32 %r11, [@], 1; add.u32 %r9, %r9, %r11;') },
  fc.constantFrom(
    'red.release.gpu.SPACE.add.u32 [@], 1;',
    'red.relaxed.cta.SPACE.add.u32 [@], 1;',
    'red.SPACE.max.u32 [@], %tid;',
    'atom.SPACE.add.u32 %r18, [@], 1;',
    'atom.SPACE.exch.b32 %r11, [@], 1; add.u32 %r9, %r9, %r11;',
    'atom.acquire.gpu.SPACE.add.u32 %r11, [@], 1; add.u32 %r9, %r9, %r11;',
    'st.SPACE.u32 [@], %r10;',
    'ld.SPACE.u32 %r11, [@]; add.u32 %r9, %r9, %r11;',
    'ld.volatile.SPACE.u32 %r11, [@]; add.u32 %r9, %r9, %r11;',
  ),
);
const guardedIn = (space: Space) =>
  fc
    .tuple(fc.constantFrom(...GUARDS), access, fc.constantFrom(...PLACES[space]))
    .map(([guard, text, place]) => `${guard}${text.replace('SPACE', space).replace('@', place)}`);
const order = fc.constantFrom(
  'bar.sync 0;',
  'bar.sync 0;',
  'bar.warp.sync -1;',
  'bar.warp.sync 0xFFFF;',
  'fence.acq_rel.gpu;',
);
const programIn = (space: Space) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: guardedIn(space) }, { weight: 1, arbitrary: order }), {
      minLength: 2,
      maxLength: 14,
    })
    .map(steps => steps.map(step => (step.includes('0xFFFF') ? `@%p2 ${step}` : step)).join('\n'));

const START = `mov.u32 %r0, words; and.b32 %r15, %tid, 31; shl.b32 %r1, %r15, 2; and.b32 %r2, %tid, 7; shl.b32 %r2, %r2, 2;
shl.b32 %r3, %tid, 2; ${[1, 2, 3].map(i => `add.u32 %r${i}, %r${i}, %r0;`).join(' ')} mov.u32 %r9, 0; mov.u32 %r10, 7; mov.u32 %r11, 0;
mov.u32 %r19, %ctaid.x; setp.eq.u32 %p7, %r19, 0; setp.lt.u32 %p2, %r15, 16; setp.eq.u32 %p3, %r15, 3; setp.ge.u32 %p5, %tid, 64; mov.u32 %r16, 0;
shr.u32 %r12, %tid, 5; setp.eq.u32 %p1, %r12, 1;
${[1, 2, 3].map(i => `sub.u32 %r18, %r${i}, %r0; cvt.u64.u32 %x${i}, %r18; add.u64 %x${i}, %x${i}, %out;`).join(' ')}
st.shared.u32 [%r3], 0; bar.sync 0;`;

function found(body: string, areCounted: boolean) {
  vi.restoreAllMocks();
  if (!areCounted) {
    vi.spyOn(GlobalCounters.prototype, 'count').mockImplementation((_warp, mask) => mask);
    vi.spyOn(SharedCounters.prototype, 'count').mockImplementation((_at, mask) => mask);
    vi.spyOn(SharedCounters.prototype, 'begin').mockImplementation(() => {});
  }
  const rounds = `AGAIN: ${body} add.u32 %r16, %r16, 1; setp.lt.u32 %p4, %r16, 3; @%p4 bra AGAIN;`;
  const text = `${START}\n${rounds}\n@%p7 st.global.u32 [%at+384], %r9;`;
  const { faults, hazards } = runAssembly(
    { module: MODULE, body: text, threads: 96, words: 192, grid: [2, 1, 1] },
    { faults: 'all' },
  );
  return { faults, hazards };
}

test.each(['shared', 'global'] as const)('a counter in %s memory says what other cells say', space => {
  let racing = 0;
  fc.assert(
    fc.property(programIn(space), body => {
      const [counted, cells] = [true, false].map(areCounted => found(body, areCounted));
      if (cells.faults.length > 0) racing++;
      expect(counted).toEqual(cells);
    }),
    { numRuns: draws(360) },
  );
  expect(racing).toBeGreaterThan(3);
});
