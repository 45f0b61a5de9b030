/** Regions of shared memory from facts that are written down here, and what findings and slots are called by them. */
import { expect, it } from 'vitest';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch } from '../../trace/launch.ts';
import { type SharedRegion, slotNameAt, slotsWith } from '../../trace/shared-region.ts';
import type { SharedUse, SharedVariable } from '../../trace/shared-use.ts';
import { LaneTouchesBuilder } from './lane-touches.ts';
import { PlaceNames } from './place-names.ts';
import { sharedRegions } from './shared-regions.ts';

const launch: Pick<Launch, 'buffers'> = {
  buffers: [
    { name: 'pool', type: 'u8', length: 65_536, init: { kind: 'zeros' } },
    { name: 'out', type: 'f32', length: 256, init: { kind: 'zeros' } },
  ],
};
const POOL = bufferAddresses(launch).get('pool')!;
const names = new PlaceNames(launch, [
  { buffer: 'pool', name: 'a', byteOffset: 0, bytes: 4096 },
  { buffer: 'pool', name: 'b', byteOffset: 4096, bytes: 4096 },
]);

const box = (byteOffset: number, tensorAddress: number): SharedUse => ({
  ...{ by: 'tensorMap', byteOffset, sizeBytes: 1024, tensorAddress, of: 'pool' },
  ...{ type: 'bf16', swizzle: '128B', rowBytes: 128 },
});
const matrix = (byteOffset: number, of: 'A' | 'B'): SharedUse => ({
  ...{ by: 'descriptor', byteOffset, sizeBytes: 512, tensorAddress: null, of },
  ...{ type: 'bf16', swizzle: '128B', rowBytes: 128 },
});
const barrier = (byteOffset: number): SharedUse => ({
  ...{ by: 'mbarrier', byteOffset, sizeBytes: 8, tensorAddress: null, of: '' },
  ...{ type: '', swizzle: 'none', rowBytes: 0 },
});

interface Lanes {
  readonly pc: number;
  readonly kind: 'load' | 'copy';
  /** Address of the first of 32 lanes, which lie side by side. */
  readonly shared: number;
  readonly global?: number;
}

function regionsOf(
  uses: readonly SharedUse[],
  variables: readonly SharedVariable[] = [],
  lanes: readonly Lanes[] = [],
) {
  const touches = new LaneTouchesBuilder(0);
  const common = { ...{ cta: 0, warp: 0, widthBytes: 16, activeMask: -1 }, ...{ interval: 0, line: 1, file: '' } };
  for (const { pc, kind, shared, global } of lanes) {
    const side = (space: 'shared' | 'global', from: number) =>
      touches.add({ ...common, pc, kind, space, address: Float64Array.from({ length: 32 }, (_, i) => from + 16 * i) });
    if (global !== undefined) side('global', global);
    side('shared', shared);
  }
  const text = 'ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r1];';
  const instruction = { pc: 7, file: '', line: 1, ptxLine: 1, text, class: 'shared' } as const;
  return sharedRegions({ shared: { uses, variables }, instructions: [instruction] }, touches.finish(), names);
}

it('boxes of one tensor are the slots of a ring, and say who multiplies them', () => {
  const uses = [box(0, POOL), box(1024, POOL + 4096), box(2048, POOL + 64), box(3072, POOL + 4096), barrier(4096)];
  const regions = regionsOf([...uses, matrix(0, 'A'), matrix(1024, 'B'), barrier(4104)]);
  expect(regions.map(({ name, offsets, holds }) => [name, offsets, holds])).toEqual([
    ['a', [0, 2048], ['a', 'A of products']],
    ['b', [1024, 3072], ['b', 'B of products']],
    ['mbarrier', [4096, 4104], []],
  ]);
  expect(regions[0]).toMatchObject({
    by: 'tensorMap',
    types: ['bf16'],
    swizzle: '128B',
    rowBytes: 128,
    sizeBytes: 1024,
  });
  expect(slotNameAt(regions[1], 3073)).toBe('b[1]');
  expect(slotsWith(regions, [5, 2048, 4104, 9000])).toEqual(['a[0]', 'a[1]', 'mbarrier[1]']);
});

it('copies of lanes are named by the tensor that they come from, and variables keep their names', () => {
  const tile = { name: '_ZZ4kernE4tile', byteOffset: 0, sizeBytes: 512 };
  const lanes: Lanes[] = [
    { pc: 1, kind: 'copy', shared: 0, global: POOL },
    { pc: 2, kind: 'copy', shared: 1024, global: POOL + 4096 },
  ];
  expect(regionsOf([], [tile], lanes)).toMatchObject([
    { name: 'tile', by: 'copy', offsets: [0], sizeBytes: 512, holds: ['a'] },
    { name: 'b', by: 'copy', offsets: [1024], sizeBytes: 512, holds: ['b'] },
  ]);
});

it('what nothing names is what lanes have touched, with the type of their instructions', () => {
  const regions = regionsOf([], [], [{ pc: 7, kind: 'load', shared: 256 }]);
  expect(regions).toEqual<SharedRegion[]>([
    {
      ...{ name: 'bytes', by: 'accesses', offsets: [256], sizeBytes: 512 },
      ...{ holds: [], types: ['f32'], swizzle: null, rowBytes: 0 },
    },
  ]);
});

it('dynamic shared memory has the name of its array, and none where it has two', () => {
  const array = (name: string) => ({ name, byteOffset: 0, sizeBytes: 0 });
  const lanes: Lanes[] = [{ pc: 7, kind: 'load', shared: 256 }];
  const namesWith = (...arrays: string[]) => regionsOf([], arrays.map(array), lanes).map(({ name }) => name);
  expect(namesWith('tile')).toEqual(['tile']);
  expect(namesWith('tile', 'tile')).toEqual(['tile']);
  expect(namesWith('tile', 'other')).toEqual(['bytes']);
});

it('a matrix that no box brought is a region of its own', () => {
  const regions = regionsOf([matrix(0, 'A'), matrix(256, 'A'), matrix(8192, 'B')]);
  expect(regions.map(({ name, offsets, sizeBytes }) => [name, offsets, sizeBytes])).toEqual([
    ['A of products', [0], 768],
    ['B of products', [8192], 512],
  ]);
});
