/** Copies by a tensor map of tf32, against bits that an H200 left (driver 580.159.04, CUDA 13.0). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchParam } from '../../trace/launch.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { roundedToTf32 } from './rows/tf32-rounding.ts';

const SEEN: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x3f801000, 0x3f800000],
    [0x3f803000, 0x3f804000],
    [0x3f800fff, 0x3f800000],
    [0x3f801001, 0x3f802000],
  ] as const),
  ...([
    [0xbf801000, 0xbf800000],
    [0x00001000, 0],
    [0x00003000, 0x00004000],
    [0x807fffff, 0x80800000],
  ] as const),
  ...([
    [0x7f7fffff, 0x7f800000],
    [0x7f7fefff, 0x7f7fe000],
    [0x7f800001, 0x7fffe000],
    [0xff800000, 0xff800000],
  ] as const),
];

test('a word becomes what the H200 left', () => {
  for (const [from, to] of SEEN) expect(roundedToTf32(from | 0) >>> 0).toBe(to);
});

test('any word becomes one of tf32, which stays as it is', () => {
  fc.assert(
    fc.property(fc.integer(), word => {
      const rounded = roundedToTf32(word);
      expect(rounded & 0x1fff).toBe(0);
      expect(roundedToTf32(rounded)).toBe(rounded);
    }),
  );
});

const TEXT = `.version 9.0
.target sm_90a
.address_size 64
.shared .align 128 .b8 tile[64];
.shared .align 8 .b64 full;
.visible .entry k(.param .u64 out, .param .align 64 .b8 map[128])
{
.reg .b64 %o, %t; .reg .b32 %r<5>; .reg .pred %p;
ld.param.u64 %o, [out]; mov.b64 %t, map; cvta.param.u64 %t, %t;
mov.u32 %r1, tile; mov.u32 %r2, full; mov.u32 %r3, 0;
mbarrier.init.shared.b64 [%r2], 1; fence.proxy.async.shared::cta; mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 64;
cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%t, {%r3}], [%r2];
AGAIN: mbarrier.try_wait.parity.shared.b64 %p, [%r2], 0; @!%p bra AGAIN;
cp.async.bulk.global.shared::cta.bulk_group [%o], [%r1], 64;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
ret;
}`;

function copied(roundsTo: { readonly roundsTo?: 'tf32' }): number[] {
  const words = [...SEEN, ...SEEN].slice(0, 16).map(([from]) => from | 0);
  const map: LaunchParam = {
    ...{ kind: 'tensorMap', pass: 'value', buffer: 'in', type: 'f32', dims: [16], stridesBytes: [], box: [16] },
    ...{ elementStrides: [1], interleave: 'none', swizzle: 'none', oobFill: 'zero', ...roundsTo },
  };
  const buffers = [
    { name: 'out', type: 's32', length: 16, init: { kind: 'zeros' }, output: true },
    { name: 'in', type: 's32', length: 16, init: { kind: 'values', values: words } },
  ] as const;
  const launch = { buffers, params: [{ kind: 'pointer', buffer: 'out' }, map] } as const;
  const result = runKernel(parsed(TEXT), { entry: 'k', block: [1, 1, 1], launch });
  expect(result.faults).toEqual([]);
  return wordsOf(result).map(word => word >>> 0);
}

test('a box comes rounded where its map says so, and as it is elsewhere', () => {
  const pairs = [...SEEN, ...SEEN].slice(0, 16);
  expect(copied({ roundsTo: 'tf32' })).toEqual(pairs.map(([, to]) => to));
  expect(copied({})).toEqual(pairs.map(([from]) => from));
});
