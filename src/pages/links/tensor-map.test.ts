/** The link holds the whole state; what it cannot mean falls back. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repaired, withRank } from '../../model/tma/box-copy.ts';
import { tableText } from '../../panels/kit/table-text.ts';
import { ELEMENT_TYPES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { copyOfState, planeOf, stateOfCopy, tileRecords } from '../kit/tensor-map/copy-of-state.ts';
import { textOf } from '../tensor-map/code-panel.tsx';
import { PRESETS } from '../tensor-map/presets.ts';
import { chunksFile } from '../tensor-map/tensor-map-files.ts';
import {
  DIRECTIONS,
  FILLS,
  INTERLEAVES,
  PIECES,
  PROMOTIONS,
  RUNS,
  TEXTS,
  type TensorMapState,
  tensorMapLink,
} from './tensor-map.ts';

const states: fc.Arbitrary<TensorMapState> = fc.integer({ min: 1, max: 5 }).chain(rank => {
  const list = (length: number) =>
    fc.array(fc.integer({ min: -9999, max: 2 ** 40 }), { minLength: length, maxLength: length });
  return fc.record({
    type: fc.constantFrom(...ELEMENT_TYPES),
    dims: list(rank),
    strides: fc.option(list(rank - 1)),
    box: list(rank),
    elementStrides: list(rank),
    interleave: fc.constantFrom(...INTERLEAVES),
    swizzle: fc.constantFrom(...SWIZZLE_MODES),
    promotion: fc.constantFrom(...PROMOTIONS),
    fill: fc.constantFrom(...FILLS),
    start: list(rank),
    base: fc.integer({ min: -1, max: 300_000 }),
    direction: fc.constantFrom(...DIRECTIONS),
    down: fc.integer({ min: Math.min(1, rank - 1), max: rank - 1 }),
    plane: fc.option(fc.array(fc.nat(300), { minLength: rank, maxLength: rank })),
    piece: fc.constantFrom(...PIECES),
    at: fc.option(fc.nat(99_999)),
    pin: fc.option(fc.record({ row: fc.nat(9999), column: fc.nat(9999) })),
    text: fc.constantFrom(...TEXTS),
    run: fc.constantFrom(...RUNS),
    embed: fc.boolean(),
  });
});

test('a state comes back from its link', () => {
  fc.assert(
    fc.property(states, state => {
      expect(tensorMapLink.stateOf(tensorMapLink.encode(state))).toEqual(state);
    }),
  );
  expect(tensorMapLink.encode(tensorMapLink.defaults)).toEqual({});
  expect(tensorMapLink.stateOf({})).toEqual(tensorMapLink.defaults);
});

test('what a link cannot mean is the default', () => {
  const wild = { type: 'f17', dims: '1.2.3.4.5.6', box: '64', swz: '96B', start: '1', base: 'x', down: '9', at: '-4' };
  expect(tensorMapLink.stateOf({ ...wild, pin: '1', plane: '0', il: '8B', oob: 'one' })).toEqual(
    tensorMapLink.defaults,
  );
});

test('every copy that can be asked for is drawn by a copy that breaks nothing', () => {
  fc.assert(
    fc.property(states, state => {
      const small = { ...state, box: state.box.map(length => length % 64) };
      const { copy, breaches, asked } = copyOfState(small);
      expect(breaches.length === 0).toBe(copy === asked);
      expect(copyOfState({ ...small, ...stateOfCopy(copy) }).breaches).toEqual([]);
    }),
    { seed: 3, numRuns: 60 },
  );
});

describe.each(PRESETS)('the preset $title', ({ title, state }) => {
  const shown = copyOfState(state);

  test('breaks a rule only where it says so', () => {
    expect(shown.breaches.length > 0).toBe(title === 'Broken rules');
  });

  test('is a link, and prints', () => {
    expect(tensorMapLink.stateOf(tensorMapLink.encode(state))).toEqual(state);
    expect(textOf(shown, 'encode')).toContain(`expect_tx ${shown.bytes.transactionBytes}`);
    expect(textOf(shown, 'instruction')).toContain(`cp.async.bulk.tensor.${state.dims.length}d`);
    expect(JSON.parse(textOf(shown, 'launch')).params[0].box).toEqual(shown.copy.map.box);
  });
});

test('presets are copies of their own', () => {
  const links = PRESETS.map(({ state }) => JSON.stringify(tensorMapLink.encode(state)));
  expect(new Set(links).size).toBe(PRESETS.length);
});

test('the broken rules name both the map and the instruction', () => {
  const fields = copyOfState(PRESETS.at(-1)!.state).breaches.map(({ path }) => path.join('.'));
  expect(fields).toEqual(['stridesBytes.0', 'box.0', 'box.1', 'start.0', 'base']);
});

test('the plane is the one that the walk is in, or the chosen one', () => {
  const batch = tensorMapLink.stateOf({ dims: '64.64.4', box: '64.16.2', start: '0.16.1' });
  const shown = copyOfState(batch);
  expect(planeOf(batch, shown, shown.bytes.chunks)).toEqual([0, 16, 1]);
  expect(planeOf(batch, shown, 17 * 8)).toEqual([0, 16, 2]);
  expect(planeOf({ plane: [0, 3, 0] }, shown, 17 * 8)).toEqual([0, 19, 1]);
});

test('a stored tile is there from the start, and a mode that swaps halves is drawn by chunks', () => {
  const store = copyOfState({ ...tensorMapLink.defaults, direction: 'store' });
  expect(tileRecords(tensorMapLink.defaults, store, 3, null).copied).toMatchObject({
    arrivedBytes: 8192,
    newest: 2,
    outside: 'left out',
  });
  const load = copyOfState({ ...tensorMapLink.defaults, swizzle: '128B_ATOM_32B_FLIP_8B' });
  expect(tileRecords({ piece: 'element' }, load, 3, null)).toMatchObject({
    piece: 'chunk',
    copied: { arrivedBytes: 48 },
  });
  expect(tileRecords({ piece: 'element' }, copyOfState(tensorMapLink.defaults), 3, null).piece).toBe('element');
});

test('strides without gaps are packed', () => {
  const { asked } = copyOfState(tensorMapLink.defaults);
  expect(stateOfCopy(withRank(asked, 3))).toMatchObject({ dims: [256, 256, 1], strides: null });
  expect(stateOfCopy({ ...asked, map: { ...asked.map, stridesBytes: [528] } }).strides).toEqual([528]);
  expect(repaired(asked)).toBe(asked);
});

test('the chunks as a table', () => {
  const shown = copyOfState({ ...tensorMapLink.defaults, dims: [100, 256], strides: [208] });
  const lines = tableText(chunksFile({ shown }).table(), 'csv').trim().split('\n');
  expect(lines).toHaveLength(1 + 64 * 8);
  expect(lines[0]).toBe('chunk,row,coordinates,tensorByte,sharedAddress,insideBytes');
  expect(lines[1 + 9]).toBe(`9,1,72 97,${97 * 208 + 144},128,16`);
  expect(lines[1 + 4]).toBe(`4,0,96 96,${96 * 208 + 192},64,8`);
  expect(lines[1 + 5]).toBe('5,0,104 96,,80,0');
});
