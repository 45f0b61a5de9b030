/** Fetches and surfaces against the formulas of the CUDA C++ Programming Guide ("Texture Fetching"), in plain arithmetic on arrays. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Dim3, LaunchParam } from '../../trace/launch.ts';
import type { AddressMode, SurfaceValue, TextureValue } from '../../trace/launch-image.ts';
import { parsed } from '../checks/kernel-run.ts';
import type { EmulationResult } from '../emulation.ts';
import { emulate } from '../index.ts';
import { lanes } from './assembly.ts';
import { TEXTURE_MODES } from './reference/texture-modes.ts';

const MODULES = ['sm_80', 'sm_100a'].map(arch =>
  parsed(readFileSync(new URL(`./fixtures/textures.${arch}.ptx`, import.meta.url), 'utf8')),
);

let state = 99;
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.fround((state >>> 8) / 2 ** 16 - 128);
};

type Numbers = Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Int8Array<ArrayBuffer>;
const bytesOf = (numbers: Numbers): Uint8Array<ArrayBuffer> => new Uint8Array(numbers.buffer);

interface Run {
  readonly entry: string;
  readonly block: Dim3;
  readonly grid?: Dim3;
  /** Bytes of each image's buffer, by name. */
  readonly images: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  readonly params: readonly LaunchParam[];
  readonly outWords?: number;
  readonly module?: (typeof MODULES)[number];
}

function run({
  entry,
  block,
  grid = [1, 1, 1],
  images,
  params,
  outWords = 1024,
  module = MODULES[0],
}: Run): EmulationResult {
  const result = emulate(module, {
    entry,
    grid,
    block,
    buffers: [
      { name: 'out', type: 'u32', length: outWords, init: { kind: 'poison' } },
      ...Object.entries(images).map(([name, bytes]) => ({
        ...{ name, type: 'u8' as const, length: bytes.length },
        init: { kind: 'base64' as const, base64: Buffer.from(bytes).toString('base64') },
      })),
    ],
    params,
  });
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  return result.value;
}

const OUT: LaunchParam = { kind: 'pointer', buffer: 'out' };
const float = (value: number): LaunchParam => ({ kind: 'scalar', type: 'f32', value });
const whole = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });

function clean(result: EmulationResult): ArrayBuffer {
  expect(result.faults.map(({ message }) => message)).toEqual([]);
  return result.buffers.get('out')!.slice().buffer as ArrayBuffer;
}
const floats = (result: EmulationResult, count: number): number[] => [
  ...new Float32Array(clean(result)).subarray(0, count),
];

/** But for the last digits, which depend on the order of the sums. */
function expectClose(got: readonly number[], expected: readonly number[]): void {
  expect(got).toHaveLength(expected.length);
  got.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], 4);
  });
}

/** T[i] of the guide, with what the addressing mode makes of i. */
function reach(i: number, size: number, mode: AddressMode): number | null {
  if (mode === 'border') return i >= 0 && i < size ? i : null;
  if (mode === 'wrap') return ((i % size) + size) % size;
  return Math.min(Math.max(i, 0), size - 1);
}

/** x of the guide: normalized coordinates are brought into [0, 1), by wrapping or mirroring. */
function coordinate(x: number, size: number, { normalizedCoordinates, addressMode }: Partial<TextureValue>): number {
  if (!normalizedCoordinates) return x;
  const part = x - Math.floor(x);
  if (addressMode === 'wrap') return part * size;
  if (addressMode === 'mirror') return (Math.abs(Math.floor(x)) % 2 === 1 ? 1 - part : part) * size;
  return x * size;
}

describe.each(MODULES.map((module, i) => [['sm_80', 'sm_100a'][i], module] as const))(
  'compiled for %s',
  (_arch, module) => {
    test.each(TEXTURE_MODES)('a line: %o', mode => {
      const N = 13;
      const T = Float32Array.from({ length: N }, random);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [N], ...mode };
      const [scale, first] = (mode.normalizedCoordinates ? [0.037, -1.3] : [0.37, -4.2]).map(Math.fround);
      const params = [OUT, texture, float(scale), float(first)];
      const got = floats(run({ entry: 'line', block: [96, 1, 1], images: { t: bytesOf(T) }, params, module }), 96);
      const at = (i: number) => {
        const index = reach(i, N, mode.addressMode ?? 'clamp');
        return index === null ? 0 : T[index];
      };
      const expected = lanes(i => {
        // Whether the compiler fuses the product and the sum makes no difference to these.
        const x = coordinate(Math.fround(i * scale + first), N, mode);
        if (mode.filter !== 'linear') return at(Math.floor(x));
        const xB = x - 0.5;
        const alpha = Math.round((xB - Math.floor(xB)) * 256) / 256;
        return Math.fround((1 - alpha) * at(Math.floor(xB)) + alpha * at(Math.floor(xB) + 1));
      }, 96);
      expect(got).toEqual(expected);
    });

    test.each(TEXTURE_MODES)('a plane: %o', mode => {
      const [W, H] = [7, 5];
      const T = Float32Array.from({ length: W * H }, random);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [W, H], ...mode };
      const [scale, first] = (mode.normalizedCoordinates ? [0.21, -0.9] : [0.61, -2.3]).map(Math.fround);
      const params = [OUT, texture, float(scale), float(first)];
      const got = floats(run({ entry: 'plane', block: [16, 12, 1], images: { t: bytesOf(T) }, params, module }), 192);
      const at = (i: number, j: number) => {
        const [x, y] = [reach(i, W, mode.addressMode ?? 'clamp'), reach(j, H, mode.addressMode ?? 'clamp')];
        return x === null || y === null ? 0 : T[y * W + x];
      };
      const expected = lanes(k => {
        const x = coordinate(Math.fround((k % 16) * scale + first), W, mode);
        const y = coordinate(Math.fround(Math.floor(k / 16) * scale - first), H, mode);
        if (mode.filter !== 'linear') return at(Math.floor(x), Math.floor(y));
        const [i, j] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
        const [alpha, beta] = [x - 0.5 - i, y - 0.5 - j].map(part => Math.round(part * 256));
        // The weights of four texels have 8 bits, and come to what those of columns and rows are.
        const both = Math.floor((alpha * beta) / 256 + 0.5);
        const upper = (256 - alpha - beta + both) * at(i, j) + (alpha - both) * at(i + 1, j);
        const lower = (beta - both) * at(i, j + 1) + both * at(i + 1, j + 1);
        return (upper + lower) / 256;
      }, 192);
      expectClose(got, expected);
    });

    test('whole numbers, of which those outside give 0', () => {
      const T = Float32Array.from({ length: 20 }, random);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [20] };
      const params = [OUT, texture, whole(-3)];
      const got = floats(
        run({ entry: 'fetchWhole', block: [32, 1, 1], images: { t: bytesOf(T) }, params, module }),
        32,
      );
      expect(got).toEqual(lanes(i => (i >= 3 && i < 23 ? T[i - 3] : 0)));
    });

    test('four bytes of a texel', () => {
      const T = Uint8Array.from({ length: 4 * 8 * 4 }, (_, i) => (i * 37) & 255);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'u8', channels: 4, dims: [8, 4] };
      const got = clean(run({ entry: 'colors', block: [8, 4, 1], images: { t: T }, params: [OUT, texture], module }));
      expect(new Uint8Array(got).subarray(0, T.length)).toEqual(T);
    });

    test.each([
      ['u8', Uint8Array.from({ length: 128 }, (_, i) => (i * 37) & 255), 255],
      ['s8', Int8Array.from({ length: 128 }, (_, i) => i * 37), 127],
      ['s16', Int16Array.from({ length: 128 }, (_, i) => i * 3701), 32767],
    ] as const)('.%s as floats', (type, T, largest) => {
      const texture: TextureValue = {
        kind: 'texture',
        buffer: 't',
        type,
        channels: 4,
        dims: [8, 4],
        read: 'normalized',
      };
      const images = { t: bytesOf(T) };
      const got = floats(run({ entry: 'shades', block: [8, 4, 1], images, params: [OUT, texture], module }), 128);
      expect(got).toEqual([...T].map(v => Math.fround(Math.max(-1, v / largest))));
    });

    test('channels that a texel does not have', () => {
      const T = Float32Array.from({ length: 16 }, random);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 2, dims: [4, 2] };
      const images = { t: bytesOf(T) };
      const got = floats(run({ entry: 'shades', block: [4, 2, 1], images, params: [OUT, texture], module }), 32);
      expect(got).toEqual(lanes(i => [T[2 * i], T[2 * i + 1], 0, 0], 8).flat());
    });

    test.each(['point', 'linear'] as const)('a volume: %s', filter => {
      const [W, H, D] = [5, 4, 3];
      const T = Float32Array.from({ length: W * H * D }, random);
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [W, H, D], filter };
      const scale = Math.fround(0.43);
      const images = { t: bytesOf(T) };
      const params = [OUT, texture, float(scale)];
      const got = floats(run({ entry: 'volume', block: [64, 1, 1], images, params, module }), 64);
      const clamp = (i: number, n: number) => Math.min(Math.max(i, 0), n - 1);
      const at = (i: number, j: number, k: number) => T[(clamp(k, D) * H + clamp(j, H)) * W + clamp(i, W)];
      const expected = lanes(n => {
        const p = [Math.fround(n * scale), Math.fround((n & 7) * scale), Math.fround((n & 3) + Math.fround(0.3))];
        if (filter === 'point') return at(Math.floor(p[0]), Math.floor(p[1]), Math.floor(p[2]));
        const base = p.map(x => Math.floor(x - 0.5));
        const part = p.map((x, d) => Math.round((x - 0.5 - base[d]) * 256) / 256);
        let sum = 0;
        for (let corner = 0; corner < 8; corner++) {
          const bit = [corner & 1, (corner >> 1) & 1, corner >> 2];
          const weight = bit.reduce((product, b, d) => product * (b ? part[d] : 1 - part[d]), 1);
          sum += weight * at(base[0] + bit[0], base[1] + bit[1], base[2] + bit[2]);
        }
        return sum;
      }, 64);
      if (filter === 'point') expect(got).toEqual(expected);
      // Each weight has 8 bits, and eight of them count numbers up to 128.
      else for (const [i, value] of expected.entries()) expect(Math.abs(got[i] - value)).toBeLessThan((8 / 256) * 128);
    });

    test('layers, of which the last stands for those behind it; levels of detail; four texels at once', () => {
      const T = Float32Array.from({ length: 3 * 32 }, random);
      const images = { t: bytesOf(T) };
      const plain: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [8, 4] };
      const layer = (n: number) => {
        const params = [OUT, { ...plain, layers: 3 }, whole(n)];
        return floats(run({ entry: 'layered', block: [32, 1, 1], images, params, module }), 32);
      };
      expect([layer(1), layer(7), layer(-2)]).toEqual([[...T.slice(32, 64)], [...T.slice(64)], [...T.slice(64)]]);
      const flat = { block: [32, 1, 1], images, params: [OUT, plain], module } as const;
      expect(floats(run({ ...flat, entry: 'level' }), 32)).toEqual([...T.slice(0, 32)]);
      // x.6 lies right of a texel's middle, y.4 above it.
      const at = (i: number, j: number) => T[Math.min(Math.max(j, 0), 3) * 8 + Math.min(i, 7)];
      const four = lanes(l => [l % 8, Math.floor(l / 8)]).flatMap(([x, y]) => [
        at(x, y),
        at(x + 1, y),
        at(x + 1, y - 1),
        at(x, y - 1),
      ]);
      expect(floats(run({ ...flat, entry: 'gathered' }), 128)).toEqual(four);
    });

    test('sizes', () => {
      const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'u8', channels: 1, dims: [6, 5, 4] };
      const images = { t: new Uint8Array(120) };
      const got = clean(run({ entry: 'sizes', block: [1, 1, 1], images, params: [OUT, texture], module }));
      expect([...new Int32Array(got).subarray(0, 3)]).toEqual([6, 5, 4]);
    });

    test('a surface turned by a quarter', () => {
      const T = Float32Array.from({ length: 100 }, random);
      const surface = (buffer: string): SurfaceValue => ({
        kind: 'surface',
        buffer,
        type: 'f32',
        channels: 1,
        dims: [10, 10],
      });
      const images = { to: new Uint8Array(400).fill(255), from: bytesOf(T) };
      const params = [surface('to'), surface('from'), whole(10)];
      const result = run({ entry: 'turn', block: [16, 16, 1], images, params, module });
      expect(result.faults).toEqual([]);
      const turned = new Float32Array(result.buffers.get('to')!.slice().buffer);
      expect([...turned]).toEqual(lanes(i => T[(9 - (i % 10)) * 10 + Math.floor(i / 10)], 100));
    });

    test('beyond the edges of a surface', () => {
      const T = Uint8Array.from({ length: 4 * 8 * 3 }, (_, i) => (i * 29 + 1) & 255);
      const surface: SurfaceValue = { kind: 'surface', buffer: 's', type: 'u8', channels: 4, dims: [8, 3] };
      const texels = (mode: number) => {
        const params = [OUT, surface, whole(mode)];
        const result = run({ entry: 'beyond', block: [16, 8, 1], images: { s: T }, params, module });
        return mode === 2 ? result : [...new Uint32Array(clean(result)).subarray(0, 128)];
      };
      const words = new Uint32Array(T.buffer);
      const [clamped, zero] = [0, 1].map(mode =>
        lanes(i => {
          const [x, y] = [(i % 16) - 4, Math.floor(i / 16) - 2];
          const isInside = x >= 0 && x < 8 && y >= 0 && y < 3;
          if (!isInside && mode === 1) return 0;
          return words[Math.min(Math.max(y, 0), 2) * 8 + Math.min(Math.max(x, 0), 7)];
        }, 128),
      );
      expect(texels(0)).toEqual(clamped);
      expect(texels(1)).toEqual(zero);
      expect(texels(2)).toMatchObject({
        faults: [
          {
            kind: 'trap',
            message: expect.stringContaining("4 bytes at (-16, -2) are outside of the surface 's' of 32 x 3"),
          },
        ],
      });
    });

    test('stores to a volume, in pieces of 16 bytes, to layers', () => {
      const images = {
        volume: new Uint8Array(2 * 4 * 4 * 3),
        wide: new Uint8Array(64),
        layers: new Uint8Array(4 * 4 * 4 * 2),
      };
      const params: LaunchParam[] = [
        { kind: 'surface', buffer: 'volume', type: 's16', channels: 1, dims: [4, 4, 3] },
        { kind: 'surface', buffer: 'wide', type: 'f32', channels: 4, dims: [4] },
        { kind: 'surface', buffer: 'layers', type: 'f32', channels: 1, dims: [4, 4], layers: 2 },
      ];
      const { faults, buffers } = run({ entry: 'stores', block: [32, 1, 1], images, params, module });
      expect(faults).toEqual([]);
      const shorts = new Int16Array(buffers.get('volume')!.slice().buffer);
      expect([...shorts]).toEqual(lanes(i => (i < 32 ? i + 100 : 0), 48));
      expect([...new Float32Array(buffers.get('wide')!.slice().buffer)]).toEqual(
        lanes(i => Math.floor(i / 4) + (i % 4), 16),
      );
      expect([...new Float32Array(buffers.get('layers')!.slice().buffer)]).toEqual(lanes(i => i / 2));
    });
  },
);

test('a predicate beside the results says that the texels are there', () => {
  const module = parsed(`.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 t)
{ .reg .b64 %p, %t; .reg .b32 %r, %x, %f<4>; .reg .pred %there;
ld.param.u64 %p, [out]; ld.param.u64 %t, [t]; mov.b32 %x, 0f3FC00000;
tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}|%there, [%t, {%x}]; selp.u32 %r, 5, 6, %there;
st.global.u32 [%p], %f0; st.global.u32 [%p+4], %r; ret; }`);
  const texture: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [3] };
  const images = { t: bytesOf(Float32Array.of(1, 2, 4)) };
  const got = clean(run({ entry: 'k', block: [1, 1, 1], images, params: [OUT, texture], module }));
  expect([new Float32Array(got)[0], new Int32Array(got)[1]]).toEqual([2, 5]);
});

test('sizes of a surface', () => {
  const module = parsed(`.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 s)
{ .reg .b64 %p, %s; .reg .b32 %r;
ld.param.u64 %p, [out]; ld.param.u64 %s, [s];
suq.width.b32 %r, [%s]; st.global.u32 [%p], %r; suq.height.b32 %r, [%s]; st.global.u32 [%p+4], %r;
suq.array_size.b32 %r, [%s]; st.global.u32 [%p+8], %r; ret; }`);
  const surface: SurfaceValue = { kind: 'surface', buffer: 's', type: 'u16', channels: 2, dims: [6, 5], layers: 3 };
  const got = clean(
    run({ entry: 'k', block: [1, 1, 1], images: { s: new Uint8Array(360) }, params: [OUT, surface], module }),
  );
  expect([...new Int32Array(got).subarray(0, 3)]).toEqual([6, 5, 3]);
});

describe('what is wrong', () => {
  const T = new Uint8Array(256);
  const plain: TextureValue = { kind: 'texture', buffer: 't', type: 'f32', channels: 1, dims: [8, 8] };
  const faultOf = (entry: string, params: readonly LaunchParam[], grid: Dim3 = [1, 1, 1]) =>
    run({ entry, block: [8, 1, 1], grid, images: { t: T }, params }).faults[0];

  test('a store that another CTA fetches is a race', () => {
    const surface: SurfaceValue = { kind: 'surface', buffer: 't', type: 'f32', channels: 1, dims: [8, 8] };
    expect(faultOf('meets', [OUT, surface, plain], [2, 1, 1])).toMatchObject({ kind: 'race' });
    expect(faultOf('meets', [OUT, surface, plain], [1, 1, 1])).toBeUndefined();
  });

  test.each<[string, string, readonly LaunchParam[], string]>([
    ['a cube', 'cube', [OUT, plain], '.cube images are not here'],
    [
      'a number',
      'plane',
      [OUT, { kind: 'scalar', type: 'u64', value: 77 }, float(1), float(0)],
      '0x4d is the handle of no texture',
    ],
    [
      'another number of dimensions',
      'line',
      [OUT, plain, float(1), float(0)],
      'of 2 dimensions, and the instruction wants a texture of 1',
    ],
    [
      'a surface',
      'plane',
      [OUT, { ...plain, kind: 'surface' } as SurfaceValue, float(1), float(0)],
      'is a surface of 2',
    ],
    [
      'integers',
      'plane',
      [OUT, { ...plain, type: 'u32' }, float(1), float(0)],
      'gives integers, and the instruction wants floats',
    ],
    ['floats', 'colors', [OUT, plain], 'gives floats, and the instruction wants integers'],
  ])('%s', (_name, entry, params, why) => {
    expect(faultOf(entry, params).message).toContain(why);
  });

  test.each<[Partial<TextureValue>, string]>([
    [{ dims: [8, 9] }, 'params[1].dims: its 288 bytes do not fit "t" (256 bytes)'],
    [{ dims: [] }, 'params[1].dims: 0 dimensions'],
    [{ addressMode: 'wrap' }, "params[1].addressMode: 'wrap' needs normalized coordinates"],
    [{ read: 'normalized' }, 'params[1].read: .f32 is not normalized'],
    [{ type: 'u8', filter: 'linear' }, 'params[1].filter: linear filtering needs floats'],
    [{ buffer: 'nobody' }, "params[1].buffer: there is no buffer 'nobody'"],
  ])('%o is refused at the launch', (change, why) => {
    expect(() => faultOf('plane', [OUT, { ...plain, ...change }, float(1), float(0)])).toThrow(why);
  });
});
