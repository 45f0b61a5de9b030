/** Bulk and tensor copies, form by form: what ptxas 13.0 takes for sm_90a, sm_100a or sm_120a, and what is refused by name. */
import { describe, expect, test } from 'vitest';
import type { Launch, LaunchParam, TensorMap } from '../../trace/launch.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import type { EmulationResult } from '../emulation.ts';
import { lanes } from './assembly.ts';

const WORDS = 1024;
const SIDE = 8;

/** A tensor of so many dimensions of 8 words, of which the box has all. */
function mapOf(rank: number): TensorMap {
  const dims = lanes(() => SIDE, rank);
  const stridesBytes = dims.slice(1).map((_, i) => 4 * SIDE ** (i + 1));
  const box = dims.map((_, i) => (i < 2 ? SIDE : 1));
  const elementStrides = dims.map(() => 1);
  return { type: 'u32', dims, stridesBytes, box, elementStrides, interleave: 'none', swizzle: 'none', oobFill: 'zero' };
}

/**
 * One thread. %out and %map are addresses of the buffer and of the tensor map, %buf of 4096 bytes in shared memory, %bar of an
 * mbarrier there; %zero is 0, %size 64, %ranks 1.
 */
function run(body: string, rank = 2, change: Partial<TensorMap> = {}, clusters: Partial<Launch> = {}): EmulationResult {
  const text = `.version 9.0
.target sm_100a
.address_size 64
.shared .align 128 .b8 buffer[4096];
.shared .align 8 .b64 barrier;
.visible .entry k(.param .u64 words, .param .align 64 .b8 map[128])
{
.reg .b64 %out, %map, %policy; .reg .b32 %buf, %bar, %zero, %size, %r<9>; .reg .b16 %ranks; .reg .pred %p<9>;
ld.param.u64 %out, [words]; mov.b64 %map, map; cvta.param.u64 %map, %map; mov.u64 %policy, 0;
mov.u32 %buf, buffer; mov.u32 %bar, barrier; mov.u32 %zero, 0; mov.u32 %size, 64; mov.u16 %ranks, 1;
mbarrier.init.shared.b64 [%bar], 1;
${body}
ret;
}`;
  const map: LaunchParam = { kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...mapOf(rank), ...change };
  const buffers = [
    { name: 'out', type: 's32', length: WORDS, init: { kind: 'zeros' } },
    { name: 'tensor', type: 's32', length: SIDE ** 5, init: { kind: 'iota', start: 1 } },
  ] as const;
  const launch = { buffers, params: [{ kind: 'pointer', buffer: 'out' }, map], ...clusters } as const;
  return runKernel(parsed(text), { entry: 'k', block: [1, 1, 1], launch }, { check: false });
}

/** Runs as a cluster of one CTA. */
const runCluster = (body: string): EmulationResult => run(body, 2, {}, { cluster: [1, 1, 1] });

const IN = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes';
const OUT = 'cp.async.bulk.global.shared::cta.bulk_group';
const ACROSS = 'cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes';
const MOVE = 'cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%buf], [%buf+64], 64, [%bar];';
const REDUCE = 'cp.reduce.async.bulk.global.shared::cta.bulk_group';
const LOAD = 'shared::cluster.global.mbarrier::complete_tx::bytes';

const list = (words: string): string[] => words.split(' ');

describe('forms that are taken', () => {
  test.each([
    `${IN} [%buf], [%out], 64, [%bar]`,
    `${IN} [%buf], [%out], %size, [%bar]`,
    'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%buf], [%out], 64, [%bar]',
    `${IN}.L2::cache_hint [%buf], [%out], 64, [%bar], %policy`,
    `${IN}.multicast::cluster [%buf], [%out], 64, [%bar], %ranks`,
    `${IN}.multicast::cluster.L2::cache_hint [%buf], [%out], 64, [%bar], %ranks, %policy`,
    `${OUT} [%out], [%buf], 64`,
    `${OUT}.L2::cache_hint [%out], [%buf], 64, %policy`,
    `${OUT}.cp_mask [%out], [%buf], 64, %ranks`,
    `${OUT}.L2::cache_hint.cp_mask [%out], [%buf], 64, %policy, %ranks`,
    'cp.async.bulk.prefetch.L2.global [%out], 64',
    'cp.async.bulk.prefetch.L2.global.L2::cache_hint [%out], 64, %policy',
    'cp.async.bulk.commit_group',
    'cp.async.bulk.wait_group 0',
    'cp.async.bulk.wait_group.read 3',
    `${REDUCE}.L2::cache_hint.add.u32 [%out], [%buf], 64, %policy`,
    'fence.proxy.alias',
    'fence.proxy.async',
    'fence.proxy.async.global',
    'fence.proxy.async.shared::cta',
    'fence.proxy.async.shared::cluster',
    'fence.proxy.tensormap::generic.release.gpu',
    'fence.proxy.tensormap::generic.acquire.sys [%map], 128',
    'fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster',
    'fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster',
    'fence.mbarrier_init.release.cluster',
    'prefetch.tensormap [%map]',
    'prefetch.param.tensormap [%map]',
  ])('%s', form => {
    expect(run(`${form};`).faults).toEqual([]);
  });

  test.each(
    lanes(i => i + 1, 5).flatMap(rank => {
      const at = `{${lanes(() => '%zero', rank).join(', ')}}`;
      return [
        [rank, `cp.async.bulk.tensor.${rank}d.${LOAD} [%buf], [%map, ${at}], [%bar]`],
        [
          rank,
          `cp.async.bulk.tensor.${rank}d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%buf], [%map, ${at}], [%bar], %policy`,
        ],
        [
          rank,
          `cp.async.bulk.tensor.${rank}d.${LOAD}.multicast::cluster.L2::cache_hint [%buf], [%map, ${at}], [%bar], %ranks, %policy`,
        ],
        [rank, `cp.async.bulk.tensor.${rank}d.global.shared::cta.bulk_group [%map, ${at}], [%buf]`],
        [
          rank,
          `cp.async.bulk.tensor.${rank}d.global.shared::cta.tile.bulk_group.L2::cache_hint [%map, ${at}], [%buf], %policy`,
        ],
        [rank, `cp.reduce.async.bulk.tensor.${rank}d.global.shared::cta.add.tile.bulk_group [%map, ${at}], [%buf]`],
        [rank, `cp.async.bulk.prefetch.tensor.${rank}d.L2.global [%map, ${at}]`],
        [rank, `cp.async.bulk.prefetch.tensor.${rank}d.L2.global.tile.L2::cache_hint [%map, ${at}], %policy`],
      ] as [number, string][];
    }),
  )('%i: %s', (rank, form) => {
    expect(run(`${form};`, rank).faults).toEqual([]);
  });

  test('within shared memory', () => {
    expect(runCluster(MOVE).faults).toEqual([]);
  });

  /** Types that ptxas accepts. */
  const GLOBAL = {
    add: 's32 u32 u64 f32 f64 noftz.f16 noftz.bf16',
    ...{ min: 's32 u32 s64 u64 f16 bf16', max: 's32 u32 s64 u64 f16 bf16' },
    ...{ inc: 'u32', dec: 'u32', and: 'b32 b64', or: 'b32 b64', xor: 'b32 b64' },
  };
  const SHARED = {
    ...{ add: 's32 u32 u64', min: 's32 u32', max: 's32 u32', inc: 'u32', dec: 'u32' },
    ...{ and: 'b32', or: 'b32', xor: 'b32' },
  };
  const ALL = list('s32 u32 s64 u64 b32 b64 f16 bf16 noftz.f16 noftz.bf16 f32 f64');

  test.each(Object.entries(GLOBAL))('reductions to device memory: %s', (reduction, types) => {
    const taken = ALL.filter(type => run(`${REDUCE}.${reduction}.${type} [%out], [%buf], 64;`).ok);
    expect(taken.sort()).toEqual(list(types).sort());
  });

  test.each(Object.entries(SHARED))('reductions to shared memory: %s', (reduction, types) => {
    const taken = ALL.filter(type => runCluster(`${ACROSS}.${reduction}.${type} [%buf], [%buf+64], 64, [%bar];`).ok);
    expect(taken.sort()).toEqual(list(types).sort());
  });
});

const TENSOR = 'cp.async.bulk.tensor.2d';
const AT = '[%map, {%zero, %zero}]';

describe('refused by name', () => {
  test.each([
    [
      'im2col along a row',
      `cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [%buf], [%map, {%zero, %zero, %zero, %zero}], [%bar], {%ranks, %ranks}`,
      /im2col copies along one row of pixels are not implemented/,
    ],
    [
      'im2col of two dimensions',
      `cp.async.bulk.tensor.2d.global.shared::cta.im2col_no_offs.bulk_group [%map, {%zero, %zero}], [%buf]`,
      /im2col copies are of tensors of 3 to 5 dimensions/,
    ],
    [
      'multicast within a CTA',
      `${TENSOR}.shared::cta.global.mbarrier::complete_tx::bytes.multicast::cluster [%buf], ${AT}, [%bar], %ranks`,
      /\.multicast::cluster needs \.shared::cluster/,
    ],
    ['too few coordinates', `${TENSOR}.${LOAD} [%buf], [%map, {%zero}], [%bar]`, /needs 2 coordinates/],
    ['too few operands', `${IN}.multicast::cluster [%buf], [%out], 64, [%bar]`, /takes 5 operands, not 4/],
  ])('%s', (_, form, why) => {
    const [fault] = run(`${form};`).faults;
    expect(fault.kind).toBe('unsupported');
    expect(fault.message).toMatch(why);
  });
});

describe('operands that no copy takes', () => {
  test.each([
    [
      '17 bytes',
      `.reg .b32 %odd; mov.u32 %odd, 17; ${IN} [%buf], [%out], %odd, [%bar]`,
      'badOperand',
      /17 bytes: a copy takes a multiple of 16/,
    ],
    [
      'a source at 8',
      `${IN} [%buf], [%out+8], 16, [%bar]`,
      'misaligned',
      /the source starts at global address 0x\w+8, which is no multiple of 16/,
    ],
    [
      'a destination at 8',
      `${IN} [%buf+8], [%out], 16, [%bar]`,
      'misaligned',
      /the destination starts at shared address 0x8/,
    ],
    ['a source behind the end', `${OUT} [%out+4096], [%buf], 16`, 'outOfBounds', /16 bytes at global address/],
    [
      'shared memory behind the end',
      `${IN} [%buf+4096], [%out], 64, [%bar]`,
      'outOfBounds',
      /64 bytes at shared address 0x1000/,
    ],
    ['an mbarrier that is none', `${IN} [%buf], [%out], 16, [%buf+256]`, 'mbarrier', /was not initialised/],
    [
      'ranks that are not there',
      `mov.u16 %ranks, 5; ${IN}.multicast::cluster [%buf], [%out], 64, [%bar], %ranks`,
      'badOperand',
      /ranks 0x5 in a cluster of 1/,
    ],
    [
      'another rank of coordinates',
      'cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%map, {%zero, %zero, %zero}], [%buf]',
      'badOperand',
      /3 coordinates for a tensor map of 2 dimensions/,
    ],
    [
      'a start within a chunk',
      `mov.u32 %r1, 2; ${TENSOR}.${LOAD} [%buf], [%map, {%r1, %zero}], [%bar]`,
      'badOperand',
      /starts at 2 along dimension 0, which must be a multiple of 4 \(16 bytes\)/,
    ],
    [
      'a store before the tensor',
      'mov.u32 %r1, -1; cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%map, {%zero, %r1}], [%buf]',
      'badOperand',
      /starts at -1 along dimension 1: a store's coordinates must not be negative/,
    ],
    ['a box at 64', `${TENSOR}.${LOAD} [%buf+64], ${AT}, [%bar]`, 'misaligned', /no multiple of 128 bytes/],
    [
      'bytes that are no map',
      `${TENSOR}.${LOAD} [%buf], [%out, {%zero, %zero}], [%bar]`,
      'badOperand',
      /the 128 bytes at the global address are no tensor map: they are all zero/,
    ],
    [
      'a map at 32',
      `add.u64 %map, %map, 32; ${TENSOR}.${LOAD} [%buf], ${AT}, [%bar]`,
      'badOperand',
      /starts at a multiple of 64 bytes/,
    ],
  ])('%s', (_, form, kind, why) => {
    const [fault] = run(`${form};`).faults;
    expect(fault).toMatchObject({ kind });
    expect(fault.message).toMatch(why);
  });

  test('a copy within shared memory in a launch without clusters', () => {
    expect(run(MOVE).faults[0].message).toMatch(/shared to shared memory traps in a launch without clusters/);
  });

  test('a reduction that the elements of the map do not have', () => {
    const form = 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.bulk_group [%map, {%zero, %zero}], [%buf];';
    expect(run(form, 2, { type: 'f32' }).faults[0].message).toMatch(/there is no min of f32/);
    expect(run(form, 2, { type: 's32' }).faults).toEqual([]);
  });
});

describe('what copies do', () => {
  /** Word i of the buffer holds i + 1. */
  const fill =
    'mov.u32 %r1, 0; FILL: shl.b32 %r2, %r1, 2; add.u32 %r3, %buf, %r2; add.u32 %r1, %r1, 1; st.shared.u32 [%r3], %r1; setp.lt.u32 %p1, %r1, 64; @%p1 bra FILL;';
  const COMMIT = 'cp.async.bulk.commit_group;';
  const firstWords = (body: string, count: number, result = run(body)): number[] => {
    expect(result.faults).toEqual([]);
    return wordsOf(result).slice(0, count);
  };

  test('bytes go out when their group is waited for, and not before', () => {
    const seen = 'ld.global.u32 %r4, [%out]; st.global.u32 [%out+256], %r4;';
    const body = `${fill} ${OUT} [%out], [%buf], 64; ${COMMIT} cp.async.bulk.wait_group.read 0; ${seen}`;
    expect(firstWords(body, 65)[64]).toBe(0);
    expect(firstWords(body.replace('.read', ''), 65)[64]).toBe(1);
  });

  test('what is read is what shared memory held at the wait for reads', () => {
    const change = 'st.shared.u32 [%buf], 77;';
    const [before, after] = ['cp.async.bulk.wait_group.read 0;', ''].map(
      wait =>
        firstWords(`${fill} ${OUT} [%out], [%buf], 64; ${COMMIT} ${wait} ${change} cp.async.bulk.wait_group 0;`, 1)[0],
    );
    expect([before, after]).toEqual([1, 77]);
  });

  test('a wait lets the latest groups be', () => {
    const groups = lanes(i => `${OUT} [%out+${16 * i}], [%buf+${16 * i}], 16; ${COMMIT}`, 3).join(' ');
    const look = lanes(i => `ld.global.u32 %r4, [%out+${16 * i}]; st.global.u32 [%out+${256 + 4 * i}], %r4;`, 3).join(
      ' ',
    );
    expect(firstWords(`${fill} ${groups} cp.async.bulk.wait_group 1; ${look}`, 67).slice(64)).toEqual([1, 5, 0]);
  });

  test('a mask leaves out bytes', () => {
    const body = `${fill} mov.u16 %ranks, 0x00f1; ${OUT}.cp_mask [%out], [%buf], 32, %ranks; ${COMMIT}`;
    expect(firstWords(body, 8)).toEqual([1, 2, 0, 0, 5, 6, 0, 0]);
  });

  test('a reduction takes what is there', () => {
    const body = `${fill} ${lanes(() => `${REDUCE}.add.u32 [%out], [%buf], 16;`, 3).join(' ')} ${COMMIT}`;
    expect(firstWords(body, 5)).toEqual([3, 6, 9, 12, 0]);
  });

  test('a reduction in shared memory arrives at its mbarrier', () => {
    const expectBytes = 'mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 16;';
    const wait = 'AGAIN: mbarrier.test_wait.parity.shared.b64 %p2, [%bar], 0; @!%p2 bra AGAIN;';
    const look = lanes(i => `ld.shared.u32 %r4, [%buf+${4 * i}]; st.global.u32 [%out+${4 * i}], %r4;`, 5).join(' ');
    const body = `${fill} ${expectBytes} ${ACROSS}.add.u32 [%buf], [%buf+64], 16, [%bar]; ${wait} ${look}`;
    expect(firstWords(body, 5, runCluster(body))).toEqual([1 + 17, 2 + 18, 3 + 19, 4 + 20, 5]);
  });
});
