/** The line below the title says of every access of every variant why it costs what it does, in words that are true. */
import { expect, test } from 'vitest';
import { BANKS, SECTOR_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { cellAt } from '../../model/layout/tile-layout.ts';
import { becauseWords } from '../../panels/because-words.ts';
import { type PredictedAccess, predictedAccesses, variantCases } from './fixtures/predicted-views.ts';

/** Of the persistent versions of attention: it lies behind all tiles. */
const BESIDE_TILES = 'what the producer says of a tile';

/** Of each side: what a warp does repeats itself. */
const MOST = 40;

const cases = await variantCases();

/** Words of each bank that active lanes want; of atomics, lanes of each bank. */
function wantedByBank({ access }: PredictedAccess): Set<string>[] {
  const wanted = Array.from({ length: BANKS }, () => new Set<string>());
  access.address.forEach((address, lane) => {
    if (address < 0) return;
    for (let byte = 0; byte < access.widthBytes; byte += WORD_BYTES) {
      const word = Math.floor((address + byte) / WORD_BYTES);
      wanted[word % BANKS].add(access.kind === 'atomic' ? `${word} by ${lane}` : `${word}`);
    }
  });
  return wanted;
}

const sizes = (sets: readonly Set<string>[]): number[] => sets.map(({ size }) => size);

/** Claims about banks, each with what must hold of the numbers in it. */
const CLAIMS: readonly (readonly [RegExp, (told: number[], place: PredictedAccess) => boolean])[] = [
  [
    /^(\d+) lanes meet (\d+) different banks/,
    ([lanes, banks], place) => {
      const hit = sizes(wantedByBank(place));
      return lanes === banks && banks === hit.filter(n => n > 0).length && Math.max(...hit) === 1;
    },
  ],
  [
    /^Bank (\d+) holds (\d+) of the (\d+) words/,
    ([bank, ways, words], place) => {
      const hit = sizes(wantedByBank(place));
      return hit[bank] === ways && ways === Math.max(...hit) && words === hit.reduce((a, b) => a + b);
    },
  ],
  [
    /^All (\d+) words that are asked for lie in bank (\d+)/,
    ([words, bank], place) => {
      const hit = sizes(wantedByBank(place));
      return hit[bank] === words && hit.every((n, at) => n === 0 || at === bank);
    },
  ],
  [/(\d+) of the \d+ lanes meet in bank (\d+)/, ([ways, bank], place) => sizes(wantedByBank(place))[bank] === ways],
  [/(\d+) lanes of (\d+) bytes want (\d+) words/, ([lanes, bytes, words]) => lanes * bytes === words * WORD_BYTES],
];

test.each(cases)('$name', ({ kernel, exhibit, id, params }) => {
  if (params === undefined) throw new Error('no case draws it');
  const places = predictedAccesses(kernel, id, params, MOST);
  expect(places).not.toEqual([]);
  for (const place of places) {
    const { view, subject } = place;
    const lede = exhibit.lede([view], subject);
    expect(lede).toMatch(/^[A-Z].*\.$/);
    expect(lede).not.toMatch(/no such access|Infinity|NaN|undefined|\b1 (lanes|wavefronts|words)\b/);
    const because = becauseWords([view]);
    expect(because, lede).toMatch(/^[A-Z\d].*(\bso\b|instead of).*\.$/);
    expect(because).not.toMatch(/NaN|undefined|\b1 (lanes|passes|words|sectors|groups|bytes)\b/);
    expect(costIn(because), because).toBe(costOf(place));
    for (const [claim, holds] of CLAIMS) {
      const told = claim.exec(because);
      if (told) expect(holds(told.slice(1).map(Number), place), because).toBe(true);
    }
  }
});

/** The number that the sentence ends in: passes, or sectors of global memory. */
const costIn = (because: string): number => Number(/(\d+) (?:pass|sectors? move)/.exec(because)?.[1]);

function costOf({ view, access }: PredictedAccess): number | undefined {
  if (access.space === 'shared') return view.predicted.cost?.wavefronts;
  return new Set(
    Array.from(
      access.address.filter(byte => byte >= 0),
      byte => Math.floor(byte / SECTOR_BYTES),
    ),
  ).size;
}

test.each(cases.filter(({ exhibit }) => exhibit.atAccess !== undefined))(
  '$name draws the tile that its access reaches',
  ({ kernel, exhibit, id, params = {} }) => {
    for (const { view, subject, access } of predictedAccesses(kernel, id, params, MOST)) {
      const name = exhibit.requestName?.(view, subject, access) ?? '';
      const { tile } = exhibit.atAccess?.(view, params) ?? view;
      if (tile === null || access.space !== 'shared' || name === BESIDE_TILES) continue;
      const reached = access.address.filter(byte => byte >= 0);
      expect(
        reached.some(byte => cellAt(tile, byte) !== null),
        name,
      ).toBe(true);
    }
  },
);

test('the steps of a warp have names of their own', () => {
  const gemm = cases.find(({ name }) => name === 'gemm v0-cp-async');
  const { kernel, exhibit, id, params = {} } = gemm!;
  const reads = predictedAccesses(kernel, id, params).filter(
    ({ subject }) => subject.side === 'load' && subject.warp === 0,
  );
  const [{ view }] = reads;
  const names = reads.map(({ subject, access }) => exhibit.requestName?.(view, subject, access));
  expect(new Set(names).size).toBeGreaterThan(reads.length / 4);
  expect(names.slice(0, 2)).not.toEqual([names[0], names[0]]);
});

test('a variant that keeps no tile is not said to load a column of one', () => {
  const [naive, padded] = ['naive', 'padded'].map(
    variant => cases.find(({ name }) => name === `transpose ${variant}`)!,
  );
  const [{ view }] = predictedAccesses(naive.kernel, naive.id, naive.params ?? {}, 1);
  const beside = predictedAccesses(padded.kernel, padded.id, padded.params ?? {}, 1)[0];
  const shown = [view, { ...beside.view, badge: 'B' as const }];
  expect(naive.exhibit.lede(shown, beside.subject)).toMatch(/^Warp 0 stores row 0 in B: /);
});
