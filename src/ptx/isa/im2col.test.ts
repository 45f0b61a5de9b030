/** im2col copies against a convolution's pixels, listed by plain loops; what is refused. */
import { describe, expect, test } from 'vitest';
import type { Im2colMapParam, Launch, LaunchParam } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import type { EmulationResult } from '../emulation.ts';
import { emulate } from '../index.ts';
import { lanes } from './assembly.ts';

const BOX_BYTES = 4096;

/** One thread; `body` moves between the tensor and %tile, whose bytes are iota at first and go to `out` in the end. */
const textOf = (body: string, first: readonly number[]) => `.version 9.0
.target sm_100a
.address_size 64
.shared .align 1024 .b8 tile[${BOX_BYTES}];
.shared .align 8 .b64 full;
.visible .entry k(.param .u64 words, .param .align 64 .b8 map[128])
{
.reg .b64 %out, %map; .reg .b32 %tile, %bar, %c<5>, %i; .reg .b16 %o<3>, %ranks; .reg .pred %p;
ld.param.u64 %out, [words]; mov.b64 %map, map; cvta.param.u64 %map, %map;
mov.u32 %tile, tile; mov.u32 %bar, full; mov.u16 %ranks, 1;
${first.map((value, i) => `mov.u32 %c${i}, ${value};`).join(' ')}
mov.u32 %i, 0;
FILL: add.u32 %tile, %tile, %i; st.shared.u32 [%tile], %i; sub.u32 %tile, %tile, %i; add.u32 %i, %i, 4;
setp.lt.u32 %p, %i, ${BOX_BYTES}; @%p bra FILL;
fence.proxy.async;
${body}
cp.async.bulk.global.shared::cta.bulk_group [%out], [%tile], ${BOX_BYTES};
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
ret;
}`;

const WAIT = 'AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%bar], 0; @!%p bra AGAIN;';

type Map = Omit<Im2colMapParam, 'kind' | 'pass' | 'buffer' | 'stridesBytes'>;

const sizeOf = ({ dims }: Map): number => dims.reduce((product, n) => product * n, 1);

function run(map: Map, body: string, first: readonly number[], param?: LaunchParam): EmulationResult {
  let stride = 4;
  const stridesBytes = map.dims.slice(0, -1).map(n => {
    stride *= n;
    return stride;
  });
  const launch: Launch = {
    grid: [1, 1, 1],
    block: [1, 1, 1],
    cluster: [1, 1, 1],
    buffers: [
      { name: 'out', type: 's32', length: BOX_BYTES / 4, init: { kind: 'poison' } },
      { name: 'tensor', type: 's32', length: sizeOf(map), init: { kind: 'iota', start: 1000 } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      param ?? { kind: 'im2colMap', pass: 'value', buffer: 'tensor', stridesBytes, ...map },
    ],
  };
  const result = emulate(parsed(textOf(body, first)), launch);
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  return result.value;
}

const wordsOf = ({ buffers }: EmulationResult, name: string): number[] => [
  ...new Int32Array(buffers.get(name)!.slice().buffer),
];

/** All pixels of the box between the corners, image by image: coordinates of width, height, depth, image. */
function pixelsOf({ dims, lowerCorner, upperCorner, elementStrides }: Map): number[][] {
  let pixels: number[][] = lanes(n => [n], dims.at(-1)!);
  for (let dim = dims.length - 2; dim > 0; dim--) {
    const along: number[] = [];
    for (let at = lowerCorner[dim - 1]; at <= dims[dim] - 1 + upperCorner[dim - 1]; at += elementStrides[dim])
      along.push(at);
    pixels = pixels.flatMap(rest => along.map(at => [at, ...rest]));
  }
  return pixels.sort((a, b) => a.reduceRight((order, _, i) => order || a[i] - b[i], 0));
}

/** Index in the tensor of the channel at the pixel; null outside. */
function indexOf({ dims }: Map, channel: number, pixel: readonly number[]): number | null {
  const all = [channel, ...pixel];
  if (all.some((at, i) => at < 0 || at >= dims[i])) return null;
  return all.reduceRight((index, at, i) => index * dims[i] + at, 0);
}

const LOAD = (rank: number, mode: string, offsets: string, further = '') =>
  `mbarrier.init.shared.b64 [%bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%bar], EXPECTED;
cp.async.bulk.tensor.${rank}d.shared::cluster.global.${mode}.mbarrier::complete_tx::bytes${further} [%tile], [%map, {${lanes(i => `%c${i}`, rank).join(', ')}}], [%bar]${offsets};
${WAIT}`;

const COMMON = { type: 's32', swizzle: 'none', oobFill: 'zero' } as const;
const LINE: Map = {
  ...{ ...COMMON, dims: [8, 9, 3], lowerCorner: [-1], upperCorner: [-1], channelsPerPixel: 8, pixelsPerColumn: 20 },
  elementStrides: [1, 1, 1],
};
const PLANE: Map = {
  ...{
    ...COMMON,
    dims: [12, 6, 5, 3],
    lowerCorner: [-1, -2],
    upperCorner: [-1, 0],
    channelsPerPixel: 8,
    pixelsPerColumn: 24,
  },
  elementStrides: [1, 1, 1, 1],
};
const STRIDED: Map = { ...PLANE, elementStrides: [1, 2, 3, 1], pixelsPerColumn: 17 };
const VOLUME: Map = {
  ...{ ...COMMON, dims: [4, 4, 3, 3, 2], lowerCorner: [-1, -1, -1], upperCorner: [-1, -1, 0] },
  ...{ channelsPerPixel: 4, pixelsPerColumn: 50, elementStrides: [1, 1, 1, 1, 1] },
};

describe('a column of pixels', () => {
  test.each<[string, Map, first: number, offsets: readonly number[], channel: number]>([
    ['a line', LINE, 0, [0], 0],
    ['a line, moved', LINE, 4, [2], 0],
    ['a plane', PLANE, 0, [0, 0], 0],
    ['a plane, from its middle on, moved', PLANE, 7, [2, 1], 4],
    ['beyond the last image', PLANE, 80, [1, 2], 0],
    ['every second and third pixel', STRIDED, 2, [1, 1], 4],
    ['more channels than there are', PLANE, 3, [0, 0], 8],
    ['a volume', VOLUME, 5, [1, 0, 2], 0],
    ['a plane, swizzled', { ...PLANE, swizzle: '32B' }, 3, [1, 1], 0],
    ['wide pixels, swizzled', { ...PLANE, dims: [32, 6, 5, 3], channelsPerPixel: 32, swizzle: '128B' }, 9, [1, 1], 0],
  ])('%s', (_name, map, first, offsets, channel) => {
    const pixels = pixelsOf(map);
    const rank = map.dims.length;
    const { channelsPerPixel: channels, pixelsPerColumn: count } = map;
    const given = offsets.map(offset => `${offset}`).join(', ');
    const body = LOAD(rank, 'im2col', `, {${given}}`).replace('EXPECTED', `${4 * channels * count}`);
    const result = run(map, body, [channel, ...pixels[first]]);
    expect(result.faults.map(({ message }) => message)).toEqual([]);
    const got = wordsOf(result, 'out');
    const chunkOf = (pixel: number, chunk: number) => {
      if (map.swizzle === '32B') return chunk ^ ((pixel >> 2) & 1);
      return map.swizzle === '128B' ? chunk ^ (pixel & 7) : chunk;
    };
    for (let pixel = 0; pixel < count; pixel++) {
      // There is nothing behind the last image.
      const at =
        pixels[first + pixel]?.map((coordinate, i) => coordinate + (offsets[i] ?? 0)) ?? lanes(() => -1, rank - 1);
      for (let c = 0; c < channels; c++) {
        const index = indexOf(map, channel + c, at);
        const word = pixel * channels + 4 * chunkOf(pixel, c >> 2) + (c & 3);
        expect([pixel, c, got[word]]).toEqual([pixel, c, index === null ? 0 : 1000 + index]);
      }
    }
    expect(got[channels * count]).toBe(4 * channels * count);
  });

  test('offsets in registers, and a mask of ranks behind them', () => {
    const load = LOAD(4, 'im2col', ', {%o0, %o1}, %ranks', '.multicast::cluster').replace('EXPECTED', '768');
    const result = run(PLANE, `mov.u16 %o0, 2; mov.u16 %o1, 1; ${load}`, [0, ...pixelsOf(PLANE)[7]]);
    expect(result.faults).toEqual([]);
    const at = pixelsOf(PLANE)[7 + 5];
    const index = indexOf(PLANE, 3, [at[0] + 2, at[1] + 1, at[2]]);
    expect(wordsOf(result, 'out')[5 * 8 + 3]).toBe(index === null ? 0 : 1000 + index);
  });

  test('stored, where it is inside', () => {
    const map = { ...PLANE, lowerCorner: [0, 1], upperCorner: [-1, 0], pixelsPerColumn: 30 };
    const pixels = pixelsOf(map);
    const body = `cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%map, {%c0, %c1, %c2, %c3}], [%tile];
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`;
    const result = run(map, body, [4, ...pixels[8]]);
    expect(result.faults).toEqual([]);
    const expected = lanes(i => 1000 + i, sizeOf(map));
    for (let word = 0; word < 30 * 8; word++) {
      const index = indexOf(map, 4 + (word % 8), pixels[8 + Math.floor(word / 8)]);
      if (index !== null) expected[index] = 4 * word;
    }
    expect(wordsOf(result, 'tensor')).toEqual(expected);
  });

  test.each([
    [{ lowerCorner: [-1, 0], upperCorner: [-1, 0] }, 'lower corner is -1'],
    [{ lowerCorner: [0, 0], upperCorner: [-1, 1] }, 'upper corner is 1'],
  ])('stored by a map with %o: as an H200 refuses it', (corners, why) => {
    const body =
      'cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%map, {%c0, %c1, %c2, %c3}], [%tile];';
    expect(run({ ...PLANE, ...corners }, body, [0, 1, 1, 0]).faults[0].message).toContain(why);
  });

  test('fetched ahead', () => {
    const body = 'cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%map, {%c0, %c1, %c2, %c3}], {0, 1};';
    expect(run(PLANE, body, [0, 0, 0, 0]).faults).toEqual([]);
  });
});

describe('what is wrong', () => {
  const tiled: LaunchParam = {
    ...{ kind: 'tensorMap', pass: 'value', buffer: 'tensor', type: 's32', dims: [12, 6, 5, 3] },
    ...{ stridesBytes: [48, 288, 1440], box: [8, 4, 1, 1], elementStrides: [1, 1, 1, 1], interleave: 'none' },
    ...{ swizzle: 'none', oobFill: 'zero' },
  };
  const load = (mode: string, offsets: string) => LOAD(4, mode, offsets).replace('EXPECTED', '768');

  test.each<[string, string, LaunchParam | undefined, string]>([
    ['a map of boxes', load('im2col', ', {0, 0}'), tiled, 'the tensor map is for boxes, and the instruction is not'],
    ['a copy of a box', load('tile', ''), undefined, 'the tensor map is for im2col copies, and the instruction is not'],
    ['too few offsets', load('im2col', ', {0}'), undefined, 'needs 2 offsets of pixels in braces'],
    ['a row of pixels', load('im2col::w', ', {0, 0}'), undefined, 'im2col copies along one row of pixels'],
  ])('%s', (_name, body, param, why) => {
    expect(run(PLANE, body, [0, 0, 0, 0], param).faults[0].message).toContain(why);
  });

  test.each<[Partial<Map>, string]>([
    [{ dims: [8, 9], elementStrides: [1, 1] }, 'params[1].dims: 2 dimensions'],
    [{ channelsPerPixel: 6 }, 'params[1].channelsPerPixel: 6: must be a multiple of 4'],
    [{ pixelsPerColumn: 1025 }, 'params[1].pixelsPerColumn: 1025: must be a whole number from 1 to 1024'],
    [{ lowerCorner: [0] }, 'params[1].lowerCorner: 1 entries; 4 dims need 2'],
    [{ lowerCorner: [0, -129] }, 'params[1].lowerCorner[1]: -129: must be a whole number from -128 to 127'],
    [{ upperCorner: [-8, 0] }, 'params[1].upperCorner[0]: the box has -1 pixels along dimension 1'],
    [{ swizzle: '32B', channelsPerPixel: 12 }, 'params[1].channelsPerPixel: 12'],
    [{ elementStrides: [1, 9, 1, 1] }, 'params[1].elementStrides[1]: 9'],
  ])('%o is refused at the launch', (change, why) => {
    expect(() => run({ ...PLANE, ...change }, '', [0, 0, 0, 0])).toThrow(why);
  });
});
