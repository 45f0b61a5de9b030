/**
 * The checkers keep a few accesses of each cell. Random programs show that these are enough: something is said exactly where two
 * accesses of the whole history race.
 */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { runAssembly } from '../isa/assembly.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';
import { clockOf, epochAt } from './epoch.ts';
import { GlobalAccesses } from './global-accesses.ts';
import { SharedChecker } from './shared-checker.ts';
import type { WarpClocks } from './warp-clocks.ts';

interface Kept {
  readonly warp: number;
  readonly clock: number;
  readonly lane: number;
  readonly writes: boolean;
  readonly isStrong: boolean;
}

/** Keeps every access of a CTA, and counts those that race with an earlier one. */
class History {
  races = 0;
  readonly #byPlace = new Map<string, Kept[]>();

  accessed(
    clocks: WarpClocks,
    space: string,
    { numberInCluster: warp, at }: Warp,
    form: AccessForm,
    mask: number,
  ): void {
    const clock = clockOf(clocks.epochOf(warp));
    const [writes, isStrong] = [form.effect !== 'read', form.effect === 'update'];
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const here = { warp, clock, lane, writes, isStrong };
      for (let byte = at[lane]; byte < at[lane] + form.widthBytes; byte += 4) {
        const before = this.#byPlace.get(`${space} ${byte}`) ?? [];
        if (before.some(earlier => race(clocks, earlier, here))) this.races++;
        this.#byPlace.set(`${space} ${byte}`, [...before, here]);
      }
    }
  }
}

function race(clocks: WarpClocks, by: Kept, here: Kept): boolean {
  if (!(by.writes || here.writes) || (by.isStrong && here.isStrong)) return false;
  return !clocks.isBefore(epochAt(by.clock) | by.lane, by.warp, here.warp, here.lane);
}

const checked = { shared: SharedChecker.prototype.accessed, global: GlobalAccesses.prototype.accessed };

afterEach(() => vi.restoreAllMocks());

/** Races of the whole history, and what the checkers say. */
function found(body: string): { readonly races: number; readonly said: string[] } {
  const history = new History();
  let clocks: WarpClocks | null = null;
  for (const [space, of] of [['shared', SharedChecker] as const, ['global', GlobalAccesses] as const])
    vi.spyOn(of.prototype, 'accessed').mockImplementation(function (this: SharedChecker & GlobalAccesses, ...given) {
      const [warp, , form, mask] = given;
      // The first access is one of shared memory.
      clocks ??= this.clocks;
      history.accessed(clocks, space, warp, form, mask);
      checked[space].apply(this, given);
    });
  const { faults, hazards } = runAssembly({ module: '.shared .align 16 .b8 words[16];', body, threads: 96 });
  const races = [...faults, ...hazards].filter(({ kind }) => kind === 'race');
  return { races: history.races, said: races.map(({ message }) => message) };
}

/** %p1 to %p3: the warp. %p4, %p5: the lane; %p6: either of the two. */
const START = `mov.u32 %r0, words; and.b32 %r1, %tid, 31; shr.u32 %r2, %tid, 5; add.u32 %r10, %tid, 1;
setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 1; setp.eq.u32 %p3, %r2, 2;
setp.eq.u32 %p4, %r1, 0; setp.eq.u32 %p5, %r1, 1; setp.lt.u32 %p6, %r1, 2;
setp.eq.u32 %p7, %tid, 0; @%p7 st.shared.v4.u32 [%r0], {%r0, %r0, %r0, %r0}; bar.sync 0;`;

const guarded = (guard: string, text: string): string => `{ @!${guard} bra END; ${text} END: }`;

const PLACES = ['shared.u32 [%r0]', 'shared.u32 [%r0+4]', 'global.u32 [%out]', 'global.u32 [%out+4]'] as const;
const TEXTS = {
  load: (place: string) => `ld.${place.replace('[', '%r11, [')}; add.u32 %r10, %r10, %r11;`,
  store: (place: string) => `st.${place}, %r10; add.u32 %r10, %r10, 77;`,
  add: (place: string) => `red.${place.replace('.u32', '.add.u32')}, %r10;`,
} as const;
const warp = fc.constantFrom('%p1', '%p2', '%p3');

const access = fc
  .record({
    warp,
    lane: fc.constantFrom('%p4', '%p4', '%p5', '%p6'),
    place: fc.constantFrom(...PLACES),
    what: fc.constantFrom('load', 'store', 'add'),
  })
  // Lanes of one store are looked at by their values.
  .filter(({ lane, what }) => lane !== '%p6' || what !== 'store')
  .map(({ warp: by, lane, place, what }) => guarded(by, guarded(lane, TEXTS[what](place))));
const ofWarp = fc
  .tuple(warp, fc.constantFrom('bar.warp.sync -1;', guarded('%p6', 'bar.warp.sync 3;'), 'membar.gl;'))
  .map(([by, text]) => guarded(by, text));
const handedOver = fc
  .tuple(warp, warp)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => `${guarded(from, 'bar.arrive ID, 64;')} ${guarded(to, 'bar.sync ID, 64;')}`);
const step = fc.oneof(
  { weight: 5, arbitrary: access },
  { weight: 1, arbitrary: ofWarp },
  { weight: 3, arbitrary: handedOver },
  { weight: 1, arbitrary: fc.constant('bar.sync 0;') },
);
const joined = (steps: readonly string[]): string =>
  steps.map((text, i) => text.replaceAll('ID', String(i + 1))).join('\n');
const program = fc.array(step, { minLength: 2, maxLength: 9 }).map(joined);

/** All warps read one place, and some wait for others before one of them writes there. */
const readers = fc
  .tuple(
    fc.constantFrom('shared.u32 [%r0]', 'global.u32 [%out]'),
    fc.shuffledSubarray(['%p1', '%p2', '%p3', '%p1', '%p2', '%p3'], { minLength: 3 }),
    fc.array(handedOver, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('store' as const, 'add' as const),
    warp,
  )
  .map(([place, reading, handed, what, writing]) =>
    joined([
      ...reading.map(by => guarded(by, guarded('%p4', TEXTS.load(place)))),
      ...handed,
      guarded(writing, guarded('%p4', TEXTS[what](place))),
    ]),
  );

test.each([
  ['any', program, 1600],
  ['readers', readers, 400],
] as const)('something is said exactly where two accesses of the whole history race: %s', (_, programs, all) => {
  let [racing, ordered] = [0, 0];
  fc.assert(
    fc.property(programs, body => {
      const { races, said } = found(`${START}\n${body}`);
      if (races > 0) racing++;
      else ordered++;
      expect(said.length > 0, said[0] ?? 'nothing is said').toBe(races > 0);
    }),
    { numRuns: draws(all) },
  );
  expect(Math.min(racing, ordered)).toBeGreaterThan(10);
});
