/** Maps at the limits of the driver's rules and just beyond, to see which ones it accepts. */
import { type ElementType, SWIZZLE_MODES, type TensorMap } from '../../../src/trace/launch.ts';
import { copyOf, lists, mapOf, type TmaCase } from './case.ts';

type Changes = readonly (readonly [id: string, change: Partial<TensorMap>, globalAddress?: number])[];

const plain = mapOf({ type: 'f32', dims: [64, 16, 4], box: [4, 8, 2] });
const by32: Partial<TensorMap> = { interleave: '32B', swizzle: '32B', stridesBytes: [256, 4096] };

const ranks = (rank: number): Partial<TensorMap> => ({
  dims: Array(rank).fill(16),
  box: Array(rank).fill(4),
  elementStrides: Array(rank).fill(1),
  stridesBytes: Array.from({ length: Math.max(rank - 1, 0) }, (_, i) => 64 * 16 ** i),
});

const TENSORS: Changes = [
  ...[0, 1, 2, 3, 4, 5, 6].map(rank => [`rank ${rank}`, ranks(rank)] as const),
  ...[2, 3].map(rank => [`interleaved, rank ${rank}`, { ...ranks(rank), interleave: '16B' }] as const),
  ...[8, 16, 32].map(bytes => [`tensor at ${bytes}`, {}, bytes] as const),
  ...[16, 32].map(bytes => [`interleaved by 32 bytes, tensor at ${bytes}`, by32, bytes] as const),
  ...[0, 1, 2 ** 32, 2 ** 32 + 1].map(n => [`${n} elements in dimension 1`, { dims: [64, n, 4] }] as const),
  ...[0, 2 ** 32, 2 ** 32 + 1].map(n => [`${n} elements in dimension 0`, { dims: [n, 16, 4] }] as const),
  ...[0, 8, 16, 24, 256, 4096, 8192, 2 ** 40 - 16, 2 ** 40].map(
    bytes => [`stride ${bytes} of dimension 1`, { stridesBytes: [bytes, 2 ** 30] }] as const,
  ),
  ...[0, 16, 256, 2 ** 40 - 16, 2 ** 40].map(
    bytes => [`stride ${bytes} of dimension 2`, { stridesBytes: [256, bytes] }] as const,
  ),
  ['interleaved by 32 bytes, stride 48', { ...by32, stridesBytes: [48, 4096] }],
];

/** Boxes of bytes. */
const boxes = (what: string, change: Partial<TensorMap>, text: string): Changes =>
  lists(text).map(box => [`${what}, box of ${box}`, { type: 'u8', ...change, box }]);

const SIZES =
  '256x256x1 256x256x3 256x256x4 256x256x256 16x256x56 16x227x64 16x228x64 16x105x139 16x256x58 16x256x64 256x255x4';

const BOXES: Changes = [
  ...[0, 1, 2, 4, 6, 256, 260].map(n => [`box of ${n} elements in dimension 0`, { box: [n, 8, 2] }] as const),
  ...[0, 1, 17, 256, 257].map(n => [`box of ${n} elements in dimension 1`, { box: [4, n, 2] }] as const),
  ...boxes('none', {}, SIZES),
  // Do gaps behind narrow rows, and elements that are skipped, count?
  ...boxes('128B', { swizzle: '128B' }, '16x256x4 16x256x9 16x256x57 16x105x139 16x256x64 128x256x7 128x256x8'),
  ...[2, 3, 4, 8].flatMap(step => boxes(`every ${step}`, { elementStrides: [1, step, 1] }, '256x256x8')),
  ...boxes('interleaved', { interleave: '16B' }, '8x8x2 16x8x2 24x8x2 256x1x256 256x3x256 256x4x256 256x8x256'),
  ...boxes('interleaved, every 2', { interleave: '16B', elementStrides: [2, 1, 1] }, '256x3x256 256x4x256 256x8x256'),
  ...boxes('interleaved by 32 bytes', by32, '64x1x57 64x1x64 128x1x57 128x1x64 256x1x57 256x4x256'),
  ...['u16 4', 'u16 8', 'f32 2', 'f32 4', 'f64 1', 'f64 2'].map(text => {
    const [type, n] = text.split(' ');
    return [
      `interleaved, box of ${n} ${type}`,
      { type: type as ElementType, interleave: '16B', box: [Number(n), 8, 2] },
    ] as const;
  }),
  ...SWIZZLE_MODES.flatMap(swizzle =>
    [8, 12, 16, 20, 32, 36].map(n => [`${swizzle}, box of ${4 * n} bytes`, { swizzle, box: [n, 8, 2] }] as const),
  ),
];

const OTHERS: Changes = [
  ...[0, 1, 8, 9].flatMap(n => [
    [`element stride ${n} of dimension 0`, { elementStrides: [n, 1, 1] }] as const,
    [`element stride ${n} of dimension 1`, { elementStrides: [1, n, 1] }] as const,
  ]),
  ...SWIZZLE_MODES.flatMap(swizzle => [
    [`interleaved by 16 bytes, ${swizzle}`, { interleave: '16B', swizzle }] as const,
    [`interleaved by 32 bytes, ${swizzle}`, { ...by32, swizzle }] as const,
  ]),
  ...(['u8', 'u16', 'u32', 's32', 'u64', 's64', 'f16', 'bf16', 'f32', 'f64'] as const).map(
    type => [`NaN outside of ${type}`, { type, box: [16, 8, 2], oobFill: 'nan' }] as const,
  ),
];

export const tmaEncodes = (): TmaCase[] =>
  [...TENSORS, ...BOXES, ...OTHERS].map(([id, change, globalAddress = 0]) =>
    copyOf(`encode: ${id}`, { ...plain, ...change }, { globalAddress, start: null }),
  );
