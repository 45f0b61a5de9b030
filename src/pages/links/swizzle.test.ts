/** The link holds the whole state; what it cannot mean falls back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accessIds, accessName, accessOf, accessWords } from '../kit/tile/access-list.ts';
import { baseWords } from '../kit/tile/base-words.ts';
import { MODES, sideHeads } from '../swizzle/pattern-names.ts';
import { phasesWords } from '../swizzle/phases-words.ts';
import { countedAccess, tilesOf } from '../swizzle/tile-of-state.ts';
import { WALK, waysOf } from '../swizzle/walk-steps.ts';
import { RUNS, type SwizzleState, swizzleLink } from './swizzle.ts';

const access = fc.constantFrom(...accessIds(1), ...accessIds(4));
const states: fc.Arbitrary<SwizzleState> = fc
  .record({
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    rows: fc.integer({ min: 1, max: 256 }),
    columns: fc.integer({ min: 1, max: 256 }),
    pad: fc.integer({ min: 0, max: 64 }),
    base: fc.integer({ min: 0, max: 1024 }).map(n => n * 16),
    bits: fc.integer({ min: 0, max: 5 }),
    low: fc.integer({ min: 0, max: 6 }),
    sign: fc.constantFrom(1, -1),
    against: fc.constantFrom(...MODES.map(({ swizzle }) => swizzle), { bits: 2, base: 0, shift: -2 }),
    formula: fc.constantFrom('', 'row ^ (col >> 2)', ' '),
    gives: fc.constantFrom('chunk', 'column'),
    unit: fc.constantFrom('bits', 'bytes', 'elements'),
    piece: fc.constantFrom('byte', 'element', 'chunk'),
    arranged: fc.constantFrom('memory', 'tile'),
    access,
    lanes: fc.constantFrom('lane * 128', '0 4 -', ''),
    wanted: fc.uniqueArray(access, { maxLength: 4 }),
    run: fc.constantFrom(...RUNS),
    embed: fc.boolean(),
    sort: fc.constantFrom('', 'bytes', '-tma'),
  })
  .map(({ bits, low, sign, ...others }) => ({
    ...others,
    swizzle: { bits, base: low, shift: sign * (bits + 1) },
    origin: { row: others.rows - 1, column: others.columns >> 1 },
  }));

test('a state comes back from its link', () => {
  fc.assert(
    fc.property(states, state => {
      expect(swizzleLink.stateOf(swizzleLink.encode(state))).toEqual(state);
    }),
  );
  expect(swizzleLink.encode(swizzleLink.defaults)).toEqual({});
});

test('what a link cannot mean is the default', () => {
  const wild = { e: '3', rows: '0', cols: '999', pad: '-1', base: 'x', swz: '3.4.1', at: '99.99', access: 'row-3' };
  expect(swizzleLink.stateOf({ ...wild, unit: 'miles', want: 'row-16.nothing' })).toEqual({
    ...swizzleLink.defaults,
    wanted: ['row-16'],
  });
  expect(swizzleLink.stateOf({ base: '101', e: '4' }).base).toBe(100);
});

test('every access has a name of its own', () => {
  const ids = accessIds(2);
  expect(new Set(ids.map(accessName)).size).toBe(ids.length);
  expect(ids.every(id => accessOf(id, []) !== null)).toBe(true);
  expect(accessIds(16)).toEqual(['row-16', 'column-16', 'ldmatrix-1', 'ldmatrix-2', 'ldmatrix-4', 'wgmma', 'own-16']);
});

test('the walk leads from 32-way to none, by links of its own', () => {
  expect(WALK.map(waysOf)).toEqual([32, 1, 4, 8, 1]);
  const links = WALK.map(({ state }) => JSON.stringify(swizzleLink.encode(state)));
  expect(new Set(links).size).toBe(WALK.length);
  const last = tilesOf(WALK[4].state);
  expect(last.after.padBytes).toBe(0);
});

test('two elements in one place are no layout to be counted', () => {
  const state: SwizzleState = { ...swizzleLink.defaults, formula: '0', gives: 'column' };
  expect(countedAccess(tilesOf(state), state, 'row-4').after).toEqual({
    ok: false,
    error: 'two elements of the tile lie in one place',
  });
});

describe('words on an access', () => {
  const words = (id: string, changes: Partial<SwizzleState> = {}) => {
    const state = { ...swizzleLink.defaults, ...changes };
    return phasesWords(countedAccess(tilesOf(state), state, id), sideHeads(state));
  };
  test('say what its phases cost', () => {
    expect(words('ldmatrix-4')).toBe('Before: 4 phases of 8 wavefronts each; After: 4 phases of 1 wavefront each.');
    expect(words('row-4')).toBe('Before: one phase of 1 wavefront; After: one phase of 1 wavefront.');
    const lanes = Array.from({ length: 32 }, (_, lane) => (lane < 8 ? lane * 128 : lane * 16)).join(' ');
    expect(words('own-16', { lanes })).toMatch(/^Before: phases of 8, 1, 1, 1 wavefronts; /);
    expect(accessWords('wgmma')).toMatch(/not published/);
  });
  test('say why it is none', () => {
    expect(words('row-16', { swizzle: { bits: 1, base: 2, shift: 3 } })).toMatch(
      /After: none, since the 16 bytes of a lane do not stay together\.$/,
    );
  });
});

describe('words on the base', () => {
  const words = (changes: Partial<SwizzleState>) => {
    const { after, swizzle } = tilesOf({ ...swizzleLink.defaults, ...changes });
    return baseWords(after, swizzle);
  };
  test('say what a base off the repeat does', () => {
    expect(words({ base: 2048 })).toMatchObject({ tone: 'ok', text: expect.stringMatching(/the repeat, 1,024 B/) });
    expect(words({ base: 128 })).toMatchObject({
      tone: 'warn',
      text: expect.stringMatching(/^1 line of 128 B off .* line y \+ 1\. .* for 128 of 128 chunks/),
    });
    expect(words({ base: 16 }).text).toMatch(/^16 B off .* a tensor copy refuses it/);
    expect(words({ base: 128, swizzle: { bits: 0, base: 4, shift: 3 } }).tone).toBe('plain');
    expect(words({ base: 128, formula: 'row + chunk' }).tone).toBe('plain');
  });
  test('a tile within one line may not notice', () => {
    expect(words({ base: 2 * 1024 + 512, rows: 1, columns: 8, swizzle: { bits: 1, base: 4, shift: 6 } }).text).toMatch(
      /does not reach the bits that differ/,
    );
  });
});
