/**
 * Compares shared memory as a GPU left it with the tiles that pictures draw: a prediction's layout and the tensor's bytes
 * give the whole image. Nothing is emulated here.
 */
import { describe, expect, it } from 'vitest';
import { byteAddressOf, type TileLayout } from '../../src/model/layout/tile-layout.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { bufferBytes } from '../../src/trace/launch-bytes.ts';
import { sharedEvidence } from './evidence.ts';
import { kernelRuns, type ReplayedKernel } from './replay-launch.ts';
import { hashOf, sharedHash } from './shared/note-text.ts';
import { askedCtas } from './shared/noting-launch.ts';

const { launches } = sharedEvidence();

type Numbers = Readonly<Record<string, number>>;
/** First byte of a tile's element in the tensor; null if the tensor has no such element. */
type Source = (p: Numbers, cta: number) => (row: number, column: number) => number | null;

/** CTAs count along a row of tiles; those that move vectors count down a column, or along groups of 32 columns where rows are far apart. */
const transposeSource =
  (variant: string, tile: TileLayout, grid: Launch['grid']): Source =>
  (p, cta) => {
    const [x, y, z] = [cta % grid[0], Math.floor(cta / grid[0]) % grid[1], Math.floor(cta / (grid[0] * grid[1]))];
    const isDownFirst = ['vectorized', 'not-turned'].includes(variant) && grid[2] === 1;
    const [across, down] = isDownFirst ? [y, x] : [z * grid[0] + x, y];
    return (row, column) => {
      const [top, left] = [down * tile.rows + row, across * tile.columns + column];
      return top < p.rows && left < p.columns ? (top * p.columns + left) * p.elementBytes : null;
    };
  };

/** A tensor of elements of `elementBytes`; its rows start at multiples of 16 bytes. */
const boxSource =
  (elementBytes: number): Source =>
  p =>
  (row, column) => {
    const [y, x] = [p.startRow + row, (p.startChunk * 16) / elementBytes + column];
    const strideBytes = Math.ceil((p.width * elementBytes) / 16) * 16;
    return y >= 0 && y < p.height && x >= 0 && x < p.width ? y * strideBytes + x * elementBytes : null;
  };

/** Value that `cuda/kernels/swizzle/tile.cuh` writes into the whole window before the tile arrives. */
const UNTOUCHED = 0xee;

interface Image {
  readonly tile: TileLayout;
  readonly source: ReturnType<Source>;
  readonly tensor: Uint8Array;
  /** Bytes that the kernel has written before. */
  readonly untouched: number;
  readonly sizeBytes: number;
}

/**
 * Bytes of an mbarrier behind the tile count as zeros, and so do bytes that were not written or that the tensor does not
 * have.
 */
function imageOf({ tile, source, tensor, untouched, sizeBytes }: Image): Uint8Array {
  const shared = new Uint8Array(sizeBytes).fill(UNTOUCHED, 0, untouched);
  for (let row = 0; row < tile.rows; row++) {
    for (let column = 0; column < tile.columns; column++) {
      const [from, to] = [source(row, column), byteAddressOf(tile, row, column)];
      if (from === null) shared.fill(0, to, to + tile.elementBytes);
      else shared.set(tensor.subarray(from, from + tile.elementBytes), to);
    }
  }
  return shared;
}

function drawn(
  { kernel, variant, params }: ReplayedKernel,
  change: (tile: TileLayout) => TileLayout = tile => tile,
): string {
  const launch = kernel.launch(variant, params);
  const ctas = askedCtas(launch);
  const numbers = kernel.schema.parse(params) as unknown as Numbers;
  const input = launch.buffers.find(({ output }) => !output)!;
  const bytes = bufferBytes(input, input.name);
  if (!bytes.ok) throw new Error(bytes.error.message);
  const images = ctas.map(cta => {
    const { tile, sharedBytes } = kernel.predict(variant, params, cta);
    const isTranspose = kernel.id === 'transpose';
    return imageOf({
      tile: change({ ...tile!, baseBytes: tile!.baseBytes - kernel.sharedBaseBytes(params) }),
      source: (isTranspose ? transposeSource(variant, tile!, launch.grid) : boxSource(tile!.elementBytes))(
        numbers,
        cta,
      ),
      tensor: bytes.value,
      untouched: isTranspose ? 0 : sharedBytes,
      sizeBytes: launch.dynamicSharedBytes!,
    });
  });
  return hashOf(Buffer.concat(images));
}

/** NaNs from outside the tensor have an encoding of their own, which `tma-evidence.test.ts` tests. */
const isDrawn = ({ kernel, variant, params, id }: ReplayedKernel): boolean =>
  ((kernel.id === 'transpose' && variant !== 'naive') || kernel.id === 'swizzle') &&
  kernel.schema.parse(params).outside !== 'nan' &&
  id in launches;

describe.each(['transpose', 'swizzle'])('%s', id => {
  const runs = kernelRuns().filter(run => run.kernel.id === id && isDrawn(run));

  it('a GPU left its tiles as they are drawn', () => {
    expect(runs.length).toBeGreaterThan(80);
    expect(Object.fromEntries(runs.map(run => [run.id, drawn(run)]))).toEqual(
      Object.fromEntries(runs.map(run => [run.id, sharedHash(launches[run.id])])),
    );
  });

  it('and not with another pitch or pattern', () => {
    const wider = (tile: TileLayout): TileLayout => ({ ...tile, pitchElements: tile.pitchElements - 1 });
    const plain = (tile: TileLayout): TileLayout => ({ ...tile, swizzle: { kind: 'none' } });
    const patterned = runs.filter(run => /^transpose xor (64x64|256x256|33x31)$|mode-128B$/.test(run.id));
    expect(patterned.length).toBeGreaterThan(1);
    for (const run of patterned) {
      for (const change of [wider, plain]) expect(drawn(run, change), run.id).not.toBe(sharedHash(launches[run.id]));
    }
  });
});
