/** Compares what the compiled kernels leave in shared memory, read from their dumps, with the page's pictures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kernel } from '../../kernels/swizzle/index.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { placer, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { gridSlices } from '../../services/emulator/jobs.ts';
import { differingChunks, dumpedAddress, dumpedAddresses, tileProgram } from './compiled-tile.ts';
import { MODES } from './pattern-names.ts';

const PTX = join(import.meta.dirname, '../../../public/ptx');

const tileOf = (swizzle: Swizzle, rowBytes: number, base: number, elementBytes: number): SwizzledTile => ({
  rows: 24,
  columns: rowBytes / elementBytes,
  elementBytes,
  padBytes: 0,
  base,
  pattern: { kind: 'xor', swizzle },
});

async function dumped(variant: string, tile: SwizzledTile, swizzle: Swizzle): Promise<Float64Array> {
  const program = tileProgram(variant, tile, swizzle);
  if (!program.ok) throw new Error(program.error);
  const { params, arch } = program.value;
  const ptx = readFileSync(join(PTX, kernel.ptxPath(variant, params, arch)), 'utf8');
  const slices = gridSlices({ ptx, launch: kernel.launch(variant, params), output: 'out' });
  for (;;) {
    const slice = await slices.next();
    if (!slice.done) continue;
    if (!slice.value.ok) throw new Error(slice.value.error.message);
    expect(slice.value.value.faults).toEqual([]);
    return dumpedAddresses(slice.value.value.output, program.value, tile.base);
  }
}

/** Bytes of the rows that a mode lays one behind the other. */
const WIDTHS: Readonly<Record<string, number>> = { none: 48, '32B': 32, '64B': 64 };

describe.each(['tma-tile', 'cp-async-xor'])('%s', variant => {
  test.each(MODES)('puts every chunk under $name where the picture has it', async ({ name, swizzle }) => {
    for (const base of [0, 128, 896, 2560])
      for (const elementBytes of [1, 2, 4, 8, 16]) {
        const tile = tileOf(swizzle, WIDTHS[name] ?? 128, base, elementBytes);
        const addresses = await dumped(variant, tile, swizzle);
        const place = placer(tile);
        expect(Array.from(addresses)).toEqual(Array.from(addresses, (_, word) => place(base + 4 * word)));
        expect(differingChunks(tile, addresses)).toEqual({ differing: 0, chunks: addresses.length / 4 });
      }
  });
});

test.each(['tma-tile', 'cp-async-xor'])('%s leaves a gap behind rows that are padded', async variant => {
  const none: Swizzle = { bits: 0, base: 4, shift: 3 };
  for (const padBytes of [16, 48]) {
    const tile = { ...tileOf(none, 96, 256, 4), padBytes };
    const addresses = await dumped(variant, tile, none);
    expect(differingChunks(tile, addresses)).toEqual({ differing: 0, chunks: 24 * 6 });
    const at = (offset: number) => dumpedAddress(tile, addresses, 256 + offset);
    expect([at(0), at(95), at(96), at(96 + padBytes + 5)]).toEqual([256, 351, null, 256 + 96 + padBytes + 5]);
  }
});

test('a wrong mask is seen in its dump', async () => {
  const swizzle: Swizzle = { bits: 3, base: 4, shift: 3 };
  const tile = tileOf(swizzle, 128, 0, 2);
  const { differing, chunks } = differingChunks(tile, await dumped('wrong-mask', tile, swizzle));
  expect(chunks).toBe(192);
  expect(differing).toBe(96);
});

test('says why there is no copy', () => {
  const swizzle: Swizzle = { bits: 3, base: 4, shift: 3 };
  const why = (tile: SwizzledTile, pattern: Swizzle | null = swizzle) => {
    const program = tileProgram('tma-tile', tile, pattern);
    return program.ok ? null : program.error;
  };
  expect(why(tileOf(swizzle, 256, 0, 2))).toMatch(/lays rows 128 B apart/);
  expect(why(tileOf(swizzle, 128, 64, 2))).toMatch(/the base 64 is no multiple of 128/);
  expect(why(tileOf(swizzle, 128, 0, 2), null)).toMatch(/only the modes of the copy engine/);
  expect(why(tileOf(swizzle, 128, 0, 2))).toBeNull();
});
