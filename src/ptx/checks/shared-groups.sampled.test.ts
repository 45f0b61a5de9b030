/**
 * Cells that a whole warp has written have one mark as long as whole warps access them by the same lanes, and loads of which nothing is to
 * be said are noted late or never. Any program finds the same, to the letter, as with marks for each cell.
 */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { runAssembly } from '../isa/assembly.ts';
import { ReadLog } from './read-log.ts';
import { SharedGroups } from './shared-groups.ts';

afterEach(() => vi.restoreAllMocks());

const MODULE = '.shared .align 128 .b8 words[2176];';
/** Of the second and the third warp's lanes, of the low ones, of one. */
const GUARDS = ['', '', '', '@%p1 ', '@!%p1 ', '@%p2 ', '@%p3 '] as const;
/** %r1: one's own word, and others': the other warp's, the next lane's, the neighbour's, every second, one for all; %r6: of 16 bytes. */
const PLACES = ['%r1', '%r1', '%r2', '%r1+4', '%r3', '%r4', '%r0'] as const;
const VALUES = ['%tid', '%r9', '%r10'] as const;

const place = fc.constantFrom(...PLACES);
const value = fc.constantFrom(...VALUES);
const plain = fc.oneof(
  fc.tuple(place, value).map(([at, from]) => `st.shared.u32 [${at}], ${from};`),
  place.map(at => `ld.shared.u32 %r11, [${at}]; add.u32 %r9, %r9, %r11;`),
  value.map(from => `st.shared.v4.u32 [%r6], {${from}, %tid, %r9, ${from}};`),
  fc.constant('ld.shared.v4.u32 {%r11, %r12, %r13, %r14}, [%r6]; add.u32 %r9, %r11, %r14;'),
  fc.constantFrom('%r5', '%r5+128').map(at => `ld.shared.v2.u32 {%r11, %r12}, [${at}]; add.u32 %r9, %r11, %r12;`),
  fc.tuple(fc.constantFrom('%r5', '%r5+128'), value).map(([at, from]) => `st.shared.v2.u32 [${at}], {${from}, %r9};`),
  place.map(at => `cp.async.ca.shared.global [${at}], [%out+256], 4;`),
  fc.constantFrom('cp.async.wait_all;', 'cp.async.commit_group; cp.async.wait_group 1;'),
  place.map(at => `red.shared.add.u32 [${at}], 1;`),
  place.map(at => `atom.shared.add.u32 %r11, [${at}], 1; add.u32 %r9, %r9, %r11;`),
);
const guarded = fc
  .tuple(fc.constantFrom(...GUARDS), plain)
  .map(([guard, text]) => text.replace(/(^|; )(?=(ld|st|red|atom|cp)\.)/g, `$1${guard}`));
const meeting = fc.constantFrom('bar.sync 0;', 'bar.sync 0;', 'bar.warp.sync -1;', '@!%p5 bar.sync 1, 64;');
const narrow = fc.constantFrom('', '', 'st.shared.u16 [%r7], %h1;', '@%p1 st.shared.u8 [%r8], %r9;');
/** Most programs write before they read. */
const FIRST = [
  '',
  'st.shared.u32 [%r1], %tid; bar.sync 0;',
  'st.shared.u32 [%r1], %tid; bar.sync 0; ld.shared.u32 %r9, [%r2];',
  'st.shared.u32 [%r1], %tid; bar.sync 0; ld.shared.u32 %r9, [%r2]; ld.shared.u32 %r9, [%r1];',
  'st.shared.v2.u32 [%r5], {%tid, %r10}; bar.sync 0;',
] as const;
const program = fc
  .tuple(
    fc.constantFrom(...FIRST),
    fc.array(fc.oneof({ weight: 3, arbitrary: guarded }, { weight: 1, arbitrary: meeting }), { maxLength: 12 }),
    narrow,
  )
  .map(([first, steps, last]) => [first, ...steps, last].join('\n'));

const START = `mov.u32 %r0, words; shl.b32 %r1, %tid, 2; xor.b32 %r2, %r1, 128; xor.b32 %r3, %r1, 4; shl.b32 %r4, %tid, 3;
shl.b32 %r5, %tid, 3; shl.b32 %r6, %tid, 4; shl.b32 %r7, %tid, 1; mov.u32 %r8, %tid; mov.u32 %r9, 0; mov.u32 %r10, 7;
${[1, 2, 3, 4, 5, 6, 7, 8].map(i => `add.u32 %r${i}, %r${i}, %r0;`).join(' ')} cvt.u16.u32 %h1, %tid;
and.b32 %r15, %tid, 31; setp.ge.u32 %p1, %tid, 32; setp.lt.u32 %p2, %r15, 16; setp.eq.u32 %p3, %r15, 3; setp.ge.u32 %p5, %tid, 64; mov.u32 %r16, 0;`;

function found(body: string, areCells: boolean) {
  vi.restoreAllMocks();
  if (areCells) {
    vi.spyOn(SharedGroups.prototype, 'read').mockReturnValue(false);
    vi.spyOn(SharedGroups.prototype, 'write').mockReturnValue(false);
    vi.spyOn(ReadLog.prototype, 'load').mockReturnValue(false);
  }
  const rounds = `AGAIN: ${body} add.u32 %r16, %r16, 1; setp.lt.u32 %p4, %r16, 2; @%p4 bra AGAIN;`;
  const text = `${START}\n${rounds}\nst.global.u32 [%at], %r9;`;
  const grid = [2, 1, 1] as const;
  const { faults, hazards } = runAssembly(
    { module: MODULE, body: text, threads: 96, words: 97, grid },
    { faults: 'all' },
  );
  // How often is left out: an atomic counts once more where no earlier load of its warp is on record.
  return [faults, hazards].map(found => found.map(({ count, ...rest }) => rest));
}

test('a mark for a group says what a mark for each cell says', () => {
  let racing = 0;
  fc.assert(
    fc.property(program, body => {
      const [groups, cells] = [false, true].map(areCells => found(body, areCells));
      if (cells[0].length > 0) racing++;
      expect(groups).toEqual(cells);
    }),
    { numRuns: draws(360) },
  );
  expect(racing).toBeGreaterThan(10);
});
