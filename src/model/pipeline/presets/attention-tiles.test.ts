import { describe, expect, it } from 'vitest';
import { CTA_SHARED_BYTES } from '../../../base/hardware.ts';
import { pingPongAsPublished } from './attention-shape.ts';
import { attentionTile, attentionTiles } from './attention-tiles.ts';

/**
 * hopper/tile_size.h and flash_fwd_kernel_sm90.h: rows, block, P, threads, registers, turns; KiB by hand: Q + 2 K + 2 V (+ 2
 * turned V) (+ P).
 */
const PUBLISHED = [
  { fp8: false, headDim: 64, tile: '192x192', p: 'shared', threads: 512, registers: '32/160', turns: true, kib: 192 },
  { fp8: false, headDim: 96, tile: '192x144', p: 'shared', threads: 512, registers: '32/160', turns: true, kib: 198 },
  { fp8: false, headDim: 128, tile: '128x176', p: 'regs', threads: 384, registers: '24/240', turns: true, kib: 208 },
  { fp8: false, headDim: 192, tile: '128x112', p: 'regs', threads: 384, registers: '24/240', turns: false, kib: 216 },
  { fp8: false, headDim: 256, tile: '128x80', p: 'regs', threads: 384, registers: '24/240', turns: false, kib: 224 },
  // O of bf16 is 4 KiB larger than the two stages of V under it.
  { fp8: true, headDim: 64, tile: '192x160', p: 'regs', threads: 512, registers: '32/160', turns: false, kib: 72 + 4 },
  { fp8: true, headDim: 96, tile: '192x128', p: 'regs', threads: 512, registers: '32/160', turns: false, kib: 90 + 12 },
  { fp8: true, headDim: 128, tile: '128x224', p: 'regs', threads: 384, registers: '24/240', turns: true, kib: 184 },
  { fp8: true, headDim: 192, tile: '128x160', p: 'regs', threads: 384, registers: '24/240', turns: true, kib: 204 },
  { fp8: true, headDim: 256, tile: '128x128', p: 'regs', threads: 384, registers: '24/240', turns: true, kib: 224 },
];

describe.each(PUBLISHED)('fp8 $fp8, head dimension $headDim', published => {
  const tile = attentionTile(published.headDim, published.fp8);

  it('is the published tile, and takes the bytes counted by hand', () => {
    const { blockM, blockN, sharedP, threads, registers, pingPong, sharedBytes } = tile;
    expect({
      tile: `${blockM}x${blockN}`,
      p: sharedP ? 'shared' : 'regs',
      threads,
      registers: `${registers.producer}/${registers.consumer}`,
      turns: pingPong,
      kib: sharedBytes / 1024,
    }).toEqual({
      tile: published.tile,
      p: published.p,
      threads: published.threads,
      registers: published.registers,
      turns: published.turns,
      kib: published.kib,
    });
  });

  it('fits: registers of an SM, and shared memory of a CTA, of which a block of 16 rows more may not', () => {
    const { groups, registers, sharedBytes, sharedP, headDim, isFp8 } = tile;
    expect(128 * (registers.producer + groups * registers.consumer)).toBeLessThanOrEqual(65_536);
    expect(sharedBytes).toBeLessThanOrEqual(CTA_SHARED_BYTES);
    // tile_size.h says of these two that a larger tile "hits the limit of smem".
    const more = 16 * headDim * (isFp8 ? 1 : 2) * 4;
    if (!isFp8 && !sharedP && headDim >= 192) expect(sharedBytes + more).toBeGreaterThan(CTA_SHARED_BYTES);
  });
});

describe('all tiles', () => {
  it('are one for each head dimension', () => {
    for (const isFp8 of [false, true])
      expect(attentionTiles(isFp8).map(({ headDim }) => headDim)).toEqual([64, 96, 128, 192, 256]);
  });

  it('need fewer exponentials for a product, the larger the head dimension', () => {
    const ratios = attentionTiles(false).map(({ productClk, expClk }) => expClk / productClk);
    expect(ratios.map(ratio => Math.round(100 * ratio))).toEqual([100, 67, 50, 33, 25]);
  });

  it('take turns without the overlap where there are two warpgroups', () => {
    const turns = (isFp8: boolean) => [64, 128, 256].map(headDim => pingPongAsPublished(headDim, isFp8, false));
    expect([turns(false), turns(true)]).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
  });
});
