/** Edits of a tensor map keep its lists of one length and packed strides packed; the link draws the same map. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../../contract/launch.ts';
import { denseStrides } from '../../../model/tma/dense-strides.ts';
import { ELEMENT_TYPES, type Launch, SWIZZLE_MODES, type TensorMap } from '../../../trace/launch.ts';
import { mapOf, tensorMapLink } from '../../links/tensor-map.ts';
import { withTarget } from './launch-parts.ts';
import { changed, isPacked, mapSearch, withMap, withRounding } from './tensor-map-edits.ts';

const lengths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 });
const maps: fc.Arbitrary<TensorMap> = fc
  .record({ type: fc.constantFrom(...ELEMENT_TYPES), dims: lengths, swizzle: fc.constantFrom(...SWIZZLE_MODES) })
  .map(({ type, dims, swizzle }) => ({
    ...{ type, dims, swizzle, box: dims, elementStrides: dims.map(() => 1), interleave: 'none', oobFill: 'zero' },
    stridesBytes: denseStrides({ type, dims, interleave: 'none' }),
  }));

describe('an edit', () => {
  it('of the dimensions makes all lists as long, and leaves packed strides packed', () => {
    fc.assert(
      fc.property(maps, lengths, (map, dims) => {
        const next = changed(map, { dims });
        expect([next.box, next.elementStrides, next.stridesBytes].map(list => list.length)).toEqual([
          dims.length,
          dims.length,
          dims.length - 1,
        ]);
        expect(isPacked(next)).toBe(true);
        expect(next.box.slice(0, map.box.length)).toEqual(map.box.slice(0, dims.length));
      }),
    );
  });

  it('keeps strides that somebody chose while they fit', () => {
    const map: TensorMap = {
      ...{ type: 'f32', dims: [32, 8], stridesBytes: [256], box: [32, 8], elementStrides: [1, 1] },
      ...{ interleave: 'none', swizzle: '128B', oobFill: 'zero' },
    };
    expect(changed(map, { dims: [48, 8] }).stridesBytes).toEqual([256]);
    expect(changed(map, { dims: [48, 8, 2] }).stridesBytes).toEqual([192, 1536]);
    expect(changed(map, { stridesBytes: [512] }).stridesBytes).toEqual([512]);
  });

  it('of the buffer keeps the map', () => {
    const lists = { dims: [4], box: [4], stridesBytes: [], elementStrides: [1] };
    const modes = { interleave: 'none', swizzle: 'none', oobFill: 'zero' } as const;
    const launch: Launch = {
      ...{ grid: [1, 1, 1], block: [1, 1, 1], buffers: [] },
      params: [{ kind: 'tensorMap', pass: 'value', buffer: 'a', type: 'f32', ...lists, ...modes }],
    };
    expect(withTarget(launch, { param: 0, field: null }, 'b').params[0]).toEqual({ ...launch.params[0], buffer: 'b' });
    expect(withMap(launch, { param: 0, field: null }, { swizzle: '32B' }).params[0]).toMatchObject({
      kind: 'tensorMap',
      swizzle: '32B',
    });
  });

  it('sets the rounding of loads, and takes it away again', () => {
    const lists = { dims: [16], box: [16], stridesBytes: [], elementStrides: [1] };
    const modes = { interleave: 'none', swizzle: 'none', oobFill: 'zero' } as const;
    const exact = { kind: 'tensorMap', buffer: 'a', type: 'f32', ...lists, ...modes } as const;
    const launch: Launch = {
      ...{ grid: [1, 1, 1], block: [1, 1, 1] },
      buffers: [{ name: 'a', type: 'f32', length: 16, init: { kind: 'zeros' } }],
      params: [{ kind: 'struct', sizeBytes: 128, fields: [{ offset: 0, ...exact }] }],
    };
    const place = { param: 0, field: 0 };
    const rounding = withRounding(launch, place, 'tf32');
    expect(rounding.params[0]).toMatchObject({ fields: [{ offset: 0, roundsTo: 'tf32' }] });
    expect(parseLaunch(rounding)).toEqual({ ok: true, value: rounding });
    expect(withRounding(rounding, place, null)).toEqual(launch);
  });
});

it('is linked to as it is', () => {
  fc.assert(
    fc.property(maps, map => {
      expect(mapOf(tensorMapLink.stateOf(mapSearch(map, 'load')))).toEqual({ ...map, l2Promotion: 'none' });
    }),
  );
});
