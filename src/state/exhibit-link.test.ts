import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../base/result.ts';
import { type ExhibitSpec, type ExhibitState, exhibitLink } from './exhibit-link.ts';

const spec: ExhibitSpec = {
  variantIds: ['tiled', 'padded', 'xor', 'naive', 'wrong'],
  defaultVariants: ['tiled', 'padded'],
  archs: ['sm_80', 'sm_90'],
  defaultArch: 'sm_90',
  defaultSide: 'load',
  defaults: { tile: 32, pad: 1, rows: 64 },
  perVariant: 'pad',
  ctas: ({ rows }) => Number(rows) + 1000,
  check: params =>
    typeof params.pad === 'number' && params.pad >= 0 && params.pad <= 33
      ? ok(params)
      : err({ field: 'pad', message: 'pad must be 0 to 33' }),
};

const link = exhibitLink(spec);

const state = fc.record({
  variants: fc.uniqueArray(fc.constantFrom(...spec.variantIds), { minLength: 1, maxLength: 4 }),
  arch: fc.constantFrom('sm_80', 'sm_90', 'sm_103'),
  params: fc.record({ tile: fc.constantFrom(32, 64), pad: fc.integer({ min: 0, max: 33 }), rows: fc.nat(4096) }),
  own: fc.array(fc.option(fc.integer({ min: 0, max: 33 })), { maxLength: 4 }).filter(own => own.at(-1) !== null),
  side: fc.constantFrom('store' as const, 'load' as const),
  warp: fc.nat(31),
  request: fc.nat(3),
  cta: fc.nat(999),
  at: fc.option(fc.nat(32)),
  pin: fc.option(fc.record({ row: fc.nat(63), column: fc.nat(63) })),
  colourBy: fc.constantFrom('bank', 'offset', 'lane', 'chunk'),
  embed: fc.boolean(),
  lock: fc.constantFrom<string[]>([], ['pad'], ['all']),
}) satisfies fc.Arbitrary<ExhibitState>;

describe('the share link', () => {
  it('holds the whole state: decode undoes encode', () => {
    fc.assert(
      fc.property(state, s => {
        const address = new URLSearchParams(link.encode(s)).toString();
        const back = link.decode(Object.fromEntries(new URLSearchParams(address)));
        expect(back).toEqual({ state: s, problems: [] });
      }),
    );
  });

  it('shows the variants that suit the parameters, where a link names none', () => {
    const variantsFor: ExhibitSpec['variantsFor'] = ({ pad }) => (pad === 0 ? ['tiled', 'xor'] : ['tiled', 'padded']);
    const { stateOf } = exhibitLink({ ...spec, variantsFor });
    expect(stateOf({}).variants).toEqual(['tiled', 'padded']);
    expect(stateOf({ pad: '0' }).variants).toEqual(['tiled', 'xor']);
    expect(stateOf({ pad: '0', v: 'naive' }).variants).toEqual(['naive']);
  });

  it('shows the stores of variants that only store, unless it names a side or shows others', () => {
    const { stateOf } = exhibitLink({ ...spec, onlyStore: ['naive', 'wrong'] });
    expect(stateOf({ v: 'naive' }).side).toBe('store');
    expect(stateOf({ v: 'naive,wrong' }).side).toBe('store');
    expect(stateOf({ v: 'naive', side: 'load' }).side).toBe('load');
    expect(stateOf({ v: 'tiled,naive' }).side).toBe('load');
    expect(stateOf({}).side).toBe('load');
  });

  it('never throws, whatever a link says, and always gives a state that fits', () => {
    const junk = fc.dictionary(
      fc.constantFrom('v', 'arch', 'pad', 'tile', 'warp', 'at', 'pin', 'side', 'colour', 'x'),
      fc.string(),
    );
    fc.assert(
      fc.property(junk, search => {
        const { state: s } = link.decode(search);
        expect(s.variants.length).toBeGreaterThan(0);
        expect(spec.check(s.params).ok).toBe(true);
      }),
    );
  });

  it('names the field that it could not take and keeps the rest', () => {
    const search = { v: 'xor', pad: '99', rows: '100', tile: '', side: 'up', cta: '1100', pin: '3' };
    const { state: s, problems } = link.decode(search);
    expect(problems.map(p => p.field).sort()).toEqual(['cta', 'pad', 'pin', 'side', 'tile']);
    expect([s.cta, s.pin]).toEqual([0, null]);
    expect(s.params).toEqual({ tile: 32, pad: 1, rows: 100 });
    expect(s.variants).toEqual(['xor']);
  });

  it('shows a variant twice, each with a number of its own, and once where no number tells them apart', () => {
    const search = { v: 'padded,padded', 'b.pad': '8', 'c.pad': '99' };
    const { state: s, problems } = link.decode(search);
    expect([s.variants, s.own]).toEqual([
      ['padded', 'padded'],
      [null, 8],
    ]);
    expect(problems.map(p => p.field)).toEqual(['c.pad']);
    const { perVariant: _, ...plain } = spec;
    expect(exhibitLink(plain).stateOf({ v: 'padded,padded' }).variants).toEqual(['padded']);
  });
});
