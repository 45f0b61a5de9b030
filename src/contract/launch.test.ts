import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLaunch } from './launch.ts';

const tensorMap = {
  kind: 'tensorMap',
  pass: 'value',
  buffer: 'in',
  type: 'bf16',
  dims: [64, 128],
  stridesBytes: [128],
  box: [64, 8],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  l2Promotion: '128B',
  oobFill: 'zero',
};
const struct = {
  kind: 'struct',
  sizeBytes: 16,
  fields: [
    { offset: 0, kind: 'pointer', buffer: 'in' },
    { offset: 8, kind: 'scalar', type: 's32', value: 7 },
  ],
};
const full = {
  entry: 'transpose',
  grid: [2, 2, 1],
  block: [32, 8, 1],
  cluster: [1, 1, 1],
  dynamicSharedBytes: 0,
  programmaticStreamSerialization: false,
  buffers: [
    { name: 'out', type: 'f32', length: 4096, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'bf16', length: 8192, init: { kind: 'random', seed: 7, low: -4, high: 4, integers: true } },
    { name: 'ids', type: 'u64', length: 2, init: { kind: 'values', values: ['18446744073709551615', 3] } },
    { name: 'raw', type: 'u8', length: 3, init: { kind: 'base64', base64: 'AAEC' } },
  ],
  symbols: [{ name: 'c_weights', type: 'f32', init: { kind: 'values', values: [1, 2.5, 1] } }],
  params: [
    { kind: 'pointer', buffer: 'out', byteOffset: 0 },
    { kind: 'scalar', type: 'u32', value: 64 },
    struct,
    tensorMap,
  ],
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A deep copy of `full` with one place replaced. */
function withField(path: readonly (string | number)[], value: Json): Json {
  const copy = structuredClone(full) as Json;
  let at = copy as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  at[path.at(-1)!] = value;
  return copy;
}

const fieldOf = (json: unknown): string | null => {
  const parsed = parseLaunch(json);
  return parsed.ok ? null : parsed.error.field;
};

describe('a launch as JSON', () => {
  it('takes the documented form and changes nothing in it', () => {
    expect(parseLaunch(structuredClone(full))).toEqual({ ok: true, value: full });
  });

  it('takes tensor maps within structs, at their places', () => {
    const { pass: _, ...map } = tensorMap;
    const errorOf = (...fields: object[]) => {
      const params = [{ kind: 'struct', sizeBytes: 320, fields }];
      const parsed = parseLaunch({ ...full, params });
      return parsed.ok ? null : parsed.error;
    };
    const scalar = { kind: 'scalar', type: 's32', value: 1 };
    expect(errorOf({ ...map, offset: 64 }, { ...scalar, offset: 192 })).toBeNull();
    expect(errorOf({ ...map, offset: 32 })).toMatchObject({ field: 'params[0].fields[0].offset' });
    expect(errorOf({ ...map, offset: 64 }, { ...scalar, offset: 188 })).toEqual({
      field: 'params[0].fields[1].offset',
      message: 'overlaps fields[0]',
    });
    expect(errorOf({ ...map, offset: 256 })).toMatchObject({ message: 'ends at byte 384 of a struct of 320' });
    expect(errorOf({ ...map, offset: 64, box: [65, 8] })).toMatchObject({ field: 'params[0].fields[0].box[0]' });
    expect(errorOf({ ...map, offset: 64, buffer: 'none' })).toMatchObject({ field: 'params[0].fields[0].buffer' });
    expect(errorOf({ ...map, pass: 'value', offset: 64 })).toBeNull();
    expect(errorOf({ ...map, pass: 'address', offset: 64 })).toMatchObject({ field: 'params[0].fields[0].pass' });
  });

  it('takes maps for im2col copies, and says which field of one is wrong', () => {
    const map = {
      ...{ kind: 'im2colMap', pass: 'value', buffer: 'in', type: 'bf16', dims: [8, 8, 8, 2] },
      ...{ stridesBytes: [16, 128, 1024], lowerCorner: [-1, -1], upperCorner: [-1, -1], channelsPerPixel: 8 },
      ...{ pixelsPerColumn: 64, elementStrides: [1, 1, 1, 1], swizzle: 'none', oobFill: 'zero' },
    };
    const errorOf = (change: object) => {
      const parsed = parseLaunch({ ...full, params: [{ ...map, ...change }] });
      return parsed.ok ? null : parsed.error;
    };
    expect(errorOf({})).toBeNull();
    expect(errorOf({ lowerCorner: [-1] })).toMatchObject({ field: 'params[0].lowerCorner' });
    expect(errorOf({ pixelsPerColumn: 0 })).toMatchObject({ field: 'params[0].pixelsPerColumn' });
    expect(errorOf({ dims: [8, 8, 8, 20] })).toMatchObject({ field: 'params[0].dims' });
    expect(errorOf({ interleave: 'none' })).not.toBeNull();
    const { pass: _, ...field } = map;
    const struct = (offset: number) => ({ kind: 'struct', sizeBytes: 320, fields: [{ ...field, offset }] });
    expect(fieldOf({ ...full, params: [struct(64)] })).toBeNull();
    expect(fieldOf({ ...full, params: [struct(32)] })).toBe('params[0].fields[0].offset');
  });

  it('takes textures and surfaces, and says which field of one is wrong', () => {
    const texture = {
      ...{ kind: 'texture', buffer: 'in', type: 's16', channels: 1, dims: [64, 32] },
      ...{ filter: 'linear', read: 'normalized', addressMode: 'wrap', normalizedCoordinates: true },
    };
    const surface = { kind: 'surface', buffer: 'raw', type: 'u8', channels: 1, dims: [3] };
    const errorOf = (...params: object[]) => {
      const parsed = parseLaunch({ ...full, params });
      return parsed.ok ? null : parsed.error;
    };
    expect(errorOf(texture, surface)).toBeNull();
    expect(errorOf({ kind: 'struct', sizeBytes: 24, fields: [{ ...texture, offset: 8 }] })).toBeNull();
    expect(errorOf({ kind: 'struct', sizeBytes: 24, fields: [{ ...texture, offset: 20 }] })).toMatchObject({
      field: 'params[0].fields[0].offset',
    });
    expect(errorOf({ ...surface, dims: [4] })).toEqual({
      field: 'params[0].dims',
      message: 'its 4 bytes do not fit "raw" (3 bytes)',
    });
    expect(errorOf({ ...texture, channels: 3 })).toMatchObject({ field: 'params[0].channels' });
    expect(errorOf({ ...texture, read: 'element' })).toMatchObject({ field: 'params[0].filter' });
    expect(errorOf({ ...texture, normalizedCoordinates: false })).toMatchObject({ field: 'params[0].addressMode' });
    expect(errorOf({ ...surface, filter: 'point' })).not.toBeNull();
    expect(errorOf({ ...texture, buffer: 'none' })).toMatchObject({ field: 'params[0].buffer' });
  });

  it('takes the map of FlashAttention-3’s output: five dimensions, the last of 1 and a stride of 0', () => {
    const map = { dims: [64, 8, 4, 2, 1], stridesBytes: [128, 1024, 4096, 0], box: [64, 8, 1, 1, 1] };
    const params = [{ ...tensorMap, ...map, elementStrides: [1, 1, 1, 1, 1] }];
    expect(parseLaunch({ ...full, params })).toMatchObject({ ok: true });
  });

  it('takes entry names as long as ptxas does', () => {
    const named = (characters: number) => parseLaunch({ ...full, entry: 'k'.repeat(characters) });
    expect(named(100_000).ok).toBe(true);
    expect(named(100_001)).toMatchObject({ ok: false, error: { field: 'entry' } });
  });

  it('takes the least: no entry, no cluster, no symbols', () => {
    expect(fieldOf({ grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [] })).toBeNull();
  });

  const wrong: [field: string, path: (string | number)[], value: Json][] = [
    ['params[1].value', ['params', 1, 'value'], 'six'],
    ['params[1].value', ['params', 1, 'value'], -1],
    ['params[1].value', ['params', 1, 'value'], 2 ** 32],
    ['params[1].value', ['params', 1, 'value'], 1.5],
    ['params[1].kind', ['params', 1, 'kind'], 'vector'],
    ['params[0].buffer', ['params', 0, 'buffer'], 'missing'],
    ['params[0].byteOffset', ['params', 0, 'byteOffset'], 16_385],
    ['params[0].lenght', ['params', 0, 'lenght'], 1],
    ['params[2].fields[1].offset', ['params', 2, 'fields', 1, 'offset'], 13],
    ['params[2].fields[1].offset', ['params', 2, 'fields', 1, 'offset'], 4],
    ['params[2].fields[0].buffer', ['params', 2, 'fields', 0, 'buffer'], 'missing'],
    ['params[3].swizzle', ['params', 3, 'swizzle'], '96B'],
    ['params[3].box', ['params', 3, 'box'], [64]],
    ['params[3].stridesBytes', ['params', 3, 'stridesBytes'], [128, 256]],
    ['params[3].elementStrides[0]', ['params', 3, 'elementStrides', 0], 9],
    ['params[3].stridesBytes[0]', ['params', 3, 'stridesBytes', 0], 136],
    ['params[3].dims', ['params', 3, 'dims', 1], 129],
    ['params[3].dims', ['params', 3, 'stridesBytes', 0], 144],
    ['buffers[1].name', ['buffers', 1, 'name'], 'out'],
    ['buffers[0].type', ['buffers', 0, 'type'], 'f8'],
    ['buffers[0].length', ['buffers', 0, 'length'], 0],
    ['buffers[1].init', ['buffers', 1, 'init'], 'random'],
    ['buffers[1].init.seed', ['buffers', 1, 'init', 'seed'], 0],
    ['buffers[1].init.high', ['buffers', 1, 'init', 'high'], -5],
    ['buffers[2].init.values', ['buffers', 2, 'init', 'values'], [1, 2, 3]],
    ['buffers[2].init.values[0]', ['buffers', 2, 'init', 'values', 0], '18446744073709551616'],
    ['buffers[2].init.values[1]', ['buffers', 2, 'init', 'values', 1], 2 ** 53],
    ['buffers[3].init.base64', ['buffers', 3, 'init', 'base64'], 'AAECAw=='],
    ['buffers[3].init.base64', ['buffers', 3, 'init', 'base64'], '*'],
    ['grid[1]', ['grid', 1], 65_536],
    ['block', ['block'], [1024, 2, 1]],
    ['cluster[0]', ['cluster', 0], 3],
    ['dynamicSharedBytes', ['dynamicSharedBytes'], -1],
    ['programmaticStreamSerialization', ['programmaticStreamSerialization'], 1],
    ['sharedBytes', ['sharedBytes'], 1],
  ];
  it.each(wrong)('names %s', (field, path, value) => {
    expect(fieldOf(withField(path, value))).toBe(field);
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), json => !parseLaunch(json).ok));
  });
});
