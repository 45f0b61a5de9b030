/** Advice that is tried: what passes is given, what does not help is said to have been tried in vain. */
import { describe, expect, test } from 'vitest';
import { faultFinding } from '../../model/findings/fault-findings.ts';
import { assemble } from '../../ptx/isa/assembly.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { TRIED_LAUNCH, triedAdvice } from '../fixtures/tried-advice.ts';
import { AdviceTrials } from './trials.ts';
import { adviceWords, withTried } from './words.ts';

/** `%x1` and `%x2`: the thread's word of shared memory, and that of the thread as far from the end. */
const WORDS = `
mov.u64 %x3, tile; mad.wide.u32 %x1, %tid, 4, %x3;
sub.u32 %r1, 63, %tid; mad.wide.u32 %x2, %r1, 4, %x3;`;

const triedOf = (body: string, block?: number, ctas?: number) => triedAdvice(WORDS + body, block, ctas);

test('no more than some hundreds of short launches', () => {
  // Forty words that lane 0 of one warp writes, and the other warp reads in a loop that not all threads go round alike.
  const pairs = Array.from({ length: 40 }, (_, i) => i);
  const body = `
setp.ge.u32 %p1, %tid, 32; mov.u32 %r9, 0;
ROUND: @%p1 bra READ;
${pairs.map(i => `st.shared.u32 [%x3+${4 * i}], %tid;`).join('\n')}
bra NEXT;
READ:
${pairs.map(i => `ld.shared.u32 %r2, [%x3+${4 * i}]; add.u32 %r9, %r9, %r2;`).join('\n')}
NEXT: st.global.u32 [%out], %r9;`;
  const { trials } = triedOf(body);
  const count = trials.advice.reduce((sum, { trials: { length } }) => sum + length, 0);
  expect(trials.count).toBeGreaterThan(40);
  expect(count).toBeLessThanOrEqual(200);
  expect(trials.advice.some(({ isCut }) => isCut)).toBe(true);
});

describe('helps', () => {
  test('a barrier behind the write', () => {
    const { words } = triedOf('\nst.shared.u32 [%x1], %tid;\nld.shared.u32 %r2, [%x2];');
    expect(words).toEqual(['Tried in the PTX: adding __syncthreads() behind line 15 of the PTX makes it go.']);
  });

  test('where the run ended at its first fault, and the launch is long', () => {
    const body = `
mov.u32 %r9, 0;
ROUND: add.u32 %r4, %r9, %tid; st.shared.u32 [%x1], %r4;
bar.sync 0;
ld.shared.u32 %r2, [%x2];
add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 1600; @%p1 bra ROUND;`;
    const [first, all] = (['first', 'all'] as const).map(ends => triedAdvice(WORDS + body, 64, 1, ends));
    expect(first.faults).toHaveLength(1);
    expect(first.words).toEqual([expect.stringMatching(/: adding __syncthreads\(\) .* makes it go\.$/)]);
    expect(first.words[0]).toBe(all.words[0]);
  });

  test('one for lanes is no wider than it must be', () => {
    const { words } = triedOf(
      '\nst.shared.u32 [%x1], %tid;\nxor.b32 %r3, %tid, 1; mad.wide.u32 %x2, %r3, 4, %x3; ld.shared.u32 %r2, [%x2];',
      32,
    );
    expect(words).toEqual(['Tried in the PTX: adding __syncwarp() behind line 15 of the PTX makes it go.']);
  });

  test('in a branch that some lanes take, none is added, but in front of it', () => {
    const [fault] = triedOf(`
and.b32 %r3, %tid, 1; setp.eq.u32 %p1, %r3, 0;
@!%p1 bra READ;
st.shared.u32 [%x1], %tid;
mov.u32 %r4, 0;
READ: @%p1 bra END;
ld.shared.u32 %r2, [%x2];
END: mov.u32 %r9, 0;`).words;
    expect(fault).toMatch(/adding __syncthreads\(\) (behind|in front of) the branch of/);
  });

  test('a barrier of a part of the CTA, where others would wait for ever', () => {
    const body = `
setp.ge.u32 %p1, %tid, 64; @%p1 bra END;
bar.sync 1, 64;
st.shared.u32 [%x1], %tid;
ld.shared.u32 %r2, [%x2];
bar.sync 1, 64;
END: bar.sync 0;`;
    const { words } = triedOf(body, 96);
    expect(words).toEqual(['Tried in the PTX: adding bar.sync 1, 64 behind line 17 of the PTX makes it go.']);
  });

  test('a barrier of a warpgroup, where the others do something else', () => {
    const body = `
setp.lt.u32 %p1, %tid, 128; @%p1 bra END;
sub.u32 %r5, %tid, 128; shr.u32 %r6, %r5, 1; mad.wide.u32 %x1, %r6, 4, %x3;
and.b32 %r7, %r5, 1; setp.eq.u32 %p2, %r7, 0; @%p2 st.shared.u32 [%x1], %tid;
xor.b32 %r6, %r6, 63; mad.wide.u32 %x2, %r6, 4, %x3; ld.shared.u32 %r2, [%x2];
END: bar.sync 0;`;
    const { words } = triedOf(body, 256);
    expect(words).toEqual([expect.stringMatching(/adding a barrier of the warpgroup \(bar\.sync n, 128\) /)]);
  });

  test('one of all threads that leaves the finding there, and so none of some', () => {
    const { words } = triedOf('\nst.shared.u32 [tile], %tid;');
    expect(words).toEqual([expect.stringContaining('in vain: __syncthreads()')]);
    expect(words[0]).not.toContain('warpgroup');
  });

  test('fences behind all mbarriers that one line initialises', () => {
    const init = (column: number, offset: number) =>
      `.loc 1 9 ${column}\nmbarrier.init.shared.b64 [tile+${offset}], 1;`;
    const copy = (to: number, offset: number) => `.loc 1 14 3
add.u32 %r9, %r8, ${offset}; mbarrier.arrive.expect_tx.shared.b64 _, [%r9], 16; add.u32 %r7, %r8, ${to};
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r7], [%x4], 16, [%r9];
W${offset}: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r9], 0; @!%p2 bra W${offset};`;
    const body = `
setp.eq.u32 %p1, %tid, 0; mov.u32 %r8, tile; mov.u64 %x4, %out; @!%p1 bra END;
${init(3, 240)}
${init(20, 248)}
${copy(0, 240)}
${copy(16, 248)}
END: mov.u32 %r9, 0;`;
    const { faults, words } = triedOf(body, 32);
    expect(faults).toEqual([]);
    expect(words).toEqual([
      'Tried in the PTX: adding fence.mbarrier_init.release.cluster behind each mbarrier.init makes it go.',
    ]);
  });

  test('fences around a flag', () => {
    const body = `
setp.eq.u32 %p1, %tid, 0; setp.eq.u32 %p2, %tid, 32;
@%p1 st.volatile.shared.u32 [tile], 0; bar.sync 0;
@!%p1 bra SECOND;
st.shared.u32 [tile+4], 7;
st.volatile.shared.u32 [tile], 1;
bra END;
SECOND: @!%p2 bra END;
AGAIN: ld.volatile.shared.u32 %r4, [tile]; setp.eq.u32 %p3, %r4, 0; @%p3 bra AGAIN;
ld.shared.u32 %r5, [tile+4];
END: mov.u32 %r9, 0;`;
    const { words } = triedOf(body);
    expect(words).toEqual([expect.stringContaining('adding __threadfence_block() behind line 18')]);
  });
});

describe('of several places', () => {
  const loop = (rounds: string) => `
mov.u32 %r4, 0;
ROUND:
st.shared.u32 [%x1], %r4;
bar.sync 0;
${rounds}
add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra ROUND;`;
  const LOAD = 'ld.shared.u32 %r2, [%x2];';

  test('the one outside an inner loop comes first', () => {
    const inner = `mov.u32 %r5, 0;\nINNER:\n${LOAD}\nadd.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 4; @%p2 bra INNER;`;
    expect(triedOf(loop(inner)).words).toEqual([expect.stringContaining('adding __syncthreads() in front of line 17')]);
  });

  test('the one in front of a store comes before one behind each unrolled load', () => {
    const unrolled = Array.from({ length: 4 }, () => `.loc 1 7 3\n${LOAD}`).join('\n');
    const { words } = triedOf(loop(unrolled));
    expect(words).toEqual([expect.stringContaining('adding __syncthreads() in front of line 17')]);
  });
});

describe('behind branches', () => {
  /** All write, the first thread and the last one a second word; `line`: that of the n-th statement. */
  const halo = (line: (n: number) => number) => `
setp.gt.u32 %p1, %tid, 0; setp.lt.u32 %p2, %tid, 63; mov.u32 %r4, 0;
.loc 1 ${line(0)} 3
st.shared.u32 [%x1], %tid;
.loc 1 ${line(1)} 3
@%p1 bra SECOND;
st.shared.u32 [tile+256], 7;
SECOND:
.loc 1 ${line(2)} 3
@%p2 bra OTHERS;
st.shared.u32 [tile+260], 8;
bra READ;
OTHERS: ld.shared.u32 %r4, [tile+8];
READ:
.loc 1 ${line(3)} 3
ld.shared.u32 %r2, [%x2];
ld.shared.u32 %r5, [tile+256];
ld.shared.u32 %r6, [tile+260];
add.u32 %r2, %r2, %r4; add.u32 %r2, %r2, %r5; add.u32 %r2, %r2, %r6;
st.global.u32 [%at], %r2;`;

  test('a barrier goes to where they meet, though the compiler drew a read into a branch', () => {
    expect(triedOf(halo(() => 7)).words).toEqual([
      'Tried in the PTX: adding __syncthreads() in front of the ld of line 7, behind the branches of line 7, makes it go.',
    ]);
  });

  test('one barrier for several findings comes before one for each', () => {
    const { faults, words } = triedOf(halo(n => 7 + n));
    expect(faults.length).toBeGreaterThan(1);
    for (const one of words)
      expect(one).toMatch(/in front of the ld of line \d+, behind the .* makes it and \d other finding/);
  });

  test('behind the last store of a branch is behind the branch', () => {
    const body = `
and.b32 %r3, %tid, 1; setp.eq.u32 %p1, %r3, 0;
.loc 1 7 3
@!%p1 bra END;
.loc 1 8 3
st.shared.u32 [%x1], %tid;
END:
.loc 1 9 3
ld.shared.u32 %r2, [%x2];`;
    expect(triedOf(body).words).toEqual([
      'Tried in the PTX: adding __syncthreads() behind the branch of line 7 makes it go.',
    ]);
  });
});

test('fences go where the flag is read, if another thread reads the data behind a barrier', () => {
  const body = `
setp.eq.u32 %p1, %tid, 0; @%p1 st.volatile.shared.u32 [tile], 0; bar.sync 0;
setp.ge.u32 %p2, %tid, 32; @%p2 bra READERS;
@!%p1 bra END;
st.shared.u32 [tile+4], 7;
st.volatile.shared.u32 [tile], 1;
bra END;
READERS: setp.ne.u32 %p3, %tid, 32; @%p3 bra MEET;
AGAIN: ld.volatile.shared.u32 %r4, [tile]; setp.eq.u32 %p3, %r4, 0; @%p3 bra AGAIN;
MEET: bar.sync 1, 64; setp.ne.u32 %p3, %tid, 64; @%p3 bra END;
ld.shared.u32 %r5, [tile+4];
END: mov.u32 %r9, 0;`;
  expect(triedOf(body, 96).words).toEqual([
    expect.stringContaining('in front of each write of a flag or lock and behind each read of one makes it go'),
  ]);
});

describe('does not help', () => {
  /** Each thread adds to one word: no barrier orders that. */
  const ADDS = '\n.loc 1 7 3\nld.shared.u32 %r2, [tile]; add.u32 %r2, %r2, %tid;\nst.shared.u32 [tile], %r2;';

  test('a barrier, where all write one word', () => {
    const { faults, trials, words } = triedOf(
      `\nsetp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u32 [tile], 0; bar.sync 0;${ADDS}`,
    );
    expect(words.length).toBeGreaterThan(0);
    for (const one of words)
      expect(one).toMatch(/^Tried in the PTX, in vain: __syncthreads\(\) at \d+ places: the finding stays/);
    const [before] = faults.map(faultFinding);
    const [after] = withTried([before], trials.advice);
    expect(before.fix).toContain('__syncthreads');
    expect(after.fix).toMatch(/^Make both accesses atomic/);
  });

  test('a launch that leaves the finding is not run again to ask whether it matters', () => {
    const loop = 'mov.u32 %r8, 0; LOOP: add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, 3000; @%p2 bra LOOP;';
    const { trials, slices } = triedOf(
      `\n${loop} setp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u32 [tile], 0; bar.sync 0;${ADDS}`,
    );
    const launches = trials.advice.reduce((sum, advice) => sum + advice.trials.length, 0);
    expect(slices / launches).toBeLessThan(30);
  });

  test('what is too long to be tried says so', () => {
    const { trials } = triedOf('\nst.shared.u32 [%x1], %tid;\nld.shared.u32 %r2, [%x2];');
    const [{ finding }] = trials.advice;
    expect(adviceWords({ finding, trials: [], isCut: true })).toBe('Not tried: the launch is too long.');
  });

  test('an instruction that the module lacks', () => {
    const { faults } = triedOf('\nst.shared.u32 [%x1], %tid;\nld.shared.u32 %r2, [%x2];');
    const module = parseModule(assemble({ body: WORDS, module: '.shared .align 8 .b8 tile[256];' }));
    if (!module.ok) throw new Error(module.error.message);
    // Places of another module are not found in this one: there is nothing to try.
    const trials = new AdviceTrials(module.value, TRIED_LAUNCH, {}, { faults, hazards: [], warpInstructions: 10 });
    expect(trials.run(1)).toBe(true);
    expect(trials.advice).toEqual([]);
  });
});

test('a race that another one has hidden is named', () => {
  const { trials } = triedOf('\nst.shared.u32 [%x1], %tid;\nld.shared.u32 %r2, [%x2];');
  const [{ finding, trials: each }] = trials.advice;
  const helped = each.at(-1)!;
  const outcome = { kind: 'helps', hidden: [finding], others: 0 } as const;
  expect(adviceWords({ finding, trials: [{ ...helped, outcome }], isCut: false })).toMatch(
    / makes it go. What it hid is named then: a race of PTX line \d+ with PTX line \d+\.$/,
  );
});

test('a launch without races has nothing to try', () => {
  expect(triedOf('\nst.shared.u32 [%x1], %tid;').words).toEqual([]);
});

test('where fences do not help, another fix is given', () => {
  const body = `
mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %tid, 0; @%p1 ret;
atom.global.add.u32 %r3, [%out+4], 1;
ld.global.u32 %r4, [%out]; add.u32 %r4, %r4, 1; st.global.u32 [%out], %r4;`;
  const { faults, fixes } = triedOf(body, 32, 2);
  expect(faults.map(fault => fault.kind === 'race' && fault.remedy)).toContain('flag');
  expect(fixes.length).toBe(faults.length);
  for (const fix of fixes) expect(fix).toMatch(/^No fence mends it/);
});
