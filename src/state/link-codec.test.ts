/** Any link is read, what it could not mean is named, and what is written is read back. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  checked,
  choice,
  type FlatSearch,
  flag,
  int,
  kept,
  type LinkCodec,
  linkCodec,
  list,
  named,
  natural,
  optional,
  record,
  row,
  type StateOf,
  text,
  whole,
} from './link-codec.ts';

const codec = linkCodec(
  {
    rows: int(1, 256, 32),
    width: named('w', choice([4, 8, 16], 8)),
    unit: kept(choice(['bits', 'bytes'])),
    shown: flag(true),
    note: text('lane', 12),
    step: whole(0),
    at: optional(natural(0)),
    pin: optional(record({ row: int(0, 9, 0), column: int(0, 9, 0) }, '.', { row: 0, column: 0 })),
    even: checked(int(0, 99, 0), value => value % 2 === 0, 'an even number up to 99'),
    wanted: list(choice(['store', 'load', 'both']), '.', ['load'], [2, 'sides']),
  },
  ({ rows }) => ({
    row: int(0, rows - 1, 0),
    sizes: row(whole(0), 'x', [rows, 1], [1, 2]),
  }),
);
type State = StateOf<typeof codec>;

const states: fc.Arbitrary<State> = fc
  .record({
    rows: fc.integer({ min: 1, max: 256 }),
    width: fc.constantFrom(4 as const, 8 as const, 16 as const),
    unit: fc.constantFrom('bits' as const, 'bytes' as const),
    shown: fc.boolean(),
    note: fc.string({ maxLength: 12 }),
    step: fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 }),
    at: fc.option(fc.nat()),
    pin: fc.option(fc.record({ row: fc.nat(9), column: fc.nat(9) })),
    even: fc.nat(49).map(half => half * 2),
    wanted: fc.subarray(['store' as const, 'load' as const, 'both' as const], { maxLength: 2 }),
    row: fc.nat(255),
    sizes: fc.array(fc.integer(), { minLength: 1, maxLength: 2 }),
  })
  .map(state => ({ ...state, row: state.row % state.rows }));

/** The fields as the address bar would give them back. */
const throughAddress = (search: FlatSearch): FlatSearch =>
  Object.fromEntries(new URLSearchParams(new URLSearchParams(search).toString()));

function comesBack<S>({ encode, decode }: Pick<LinkCodec<S>, 'encode' | 'decode'>, state: S): void {
  expect(decode(throughAddress(encode(state)))).toEqual({ state, problems: [] });
}

describe('a codec', () => {
  it('reads back what it wrote', () => {
    fc.assert(fc.property(states, state => comesBack(codec, state)));
  });

  it('is found out where it does not', () => {
    const lossy = { ...codec, encode: (state: State) => codec.encode({ ...state, rows: 1 }) };
    expect(() => fc.assert(fc.property(states, state => comesBack(lossy, state)))).toThrow();
  });

  it('writes no default, but for what a link always says', () => {
    expect(codec.encode(codec.defaults)).toEqual({ unit: 'bits' });
    expect(codec.decode({})).toEqual({ state: codec.defaults, problems: [] });
    // A default that depends on another value is none where that value differs.
    const tall = { ...codec.defaults, rows: 64, sizes: [64, 1] };
    expect(codec.encode(tall)).toEqual({ rows: '64', unit: 'bits' });
    expect(codec.encode({ ...tall, sizes: [32, 1] })).toMatchObject({ sizes: '32x1' });
  });

  it('reads whatever a link says, and what it gives is written and read back', () => {
    const names = ['rows', 'w', 'unit', 'shown', 'note', 'step', 'at', 'pin', 'even', 'wanted', 'row', 'sizes', 'else'];
    const values = fc.oneof(fc.string(), fc.constantFrom('0', '-1', '999', '1.2', '3x4', 'load.load.load', '1'));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), values), search => {
        const { state } = codec.decode(search);
        comesBack(codec, state);
      }),
    );
  });

  it('writes a value that no longer fits as the one that would be read', () => {
    expect(codec.encode({ ...codec.defaults, rows: 4, row: 7, sizes: [4, 1] })).toEqual({ rows: '4', unit: 'bits' });
  });
});

test.each([
  ['rows', '300', /^300 is not a whole number from 1 to 256; 32 is shown$/],
  ['rows', '', /^an empty word is not a whole number/],
  ['rows', 'x'.repeat(500), /^x{60}… is not/],
  ['w', '5', /^5 is not one of 4, 8, 16; 8 is shown$/],
  ['shown', 'yes', /^yes is not 0 or 1; 1 is shown$/],
  ['note', 'a very long note', /^a very long note is too long; its first 12 characters are shown$/],
  ['step', '1e3', /^1e3 is not a whole number; 0 is shown$/],
  ['at', '-1', /^-1 is not a whole number from 0; it is left out$/],
  ['pin', '3', /^3 is not row \(.*\) \. column \(.*\); it is left out$/],
  ['even', '3', /^3 is not an even number up to 99; 0 is shown$/],
  ['wanted', 'load.copy', /^copy is not one of store, load, both; it is left out$/],
  ['wanted', 'load.store.both', /^more than 2 sides do not fit; the first 2 are shown$/],
  ['row', '32', /^32 is not a whole number from 0 to 31; 0 is shown$/],
  ['sizes', '1x2x3', /^1x2x3 is not 1 to 2 of these with a "x" between them: a whole number; 32x1 is shown$/],
  ['colour', 'red', /^is no word of this page; its value red is left out$/],
])('%s=%s is reported', (field, value, message) => {
  const { problems } = codec.decode({ [field]: value });
  expect(problems).toEqual([{ field, message: expect.stringMatching(message) }]);
});
