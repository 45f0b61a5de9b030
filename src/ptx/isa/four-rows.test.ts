/** Tensor copies that gather or scatter four rows, and those that tell an mbarrier of a pair of CTAs: against plain loops. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Launch, LaunchParam, SwizzleMode } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import type { EmulationResult } from '../emulation.ts';
import { emulate } from '../index.ts';
import { lanes } from './assembly.ts';

const COLUMNS = 64;
const ROWS = 9;
/** Words of the box: a row of 128 bytes, four times. */
const WIDE = 32;

interface Copy {
  readonly column: number;
  readonly rows: readonly number[];
  readonly swizzle: SwizzleMode;
  readonly boxRows?: number;
}

/** One thread; the words of `tile` are 1000 and up at first. Behind `body`, `out` gets them. */
function run(body: string, { column, rows, swizzle, boxRows = 1 }: Copy): EmulationResult {
  const text = `.version 9.0
.target sm_100a
.address_size 64
.shared .align 1024 .b8 tile[512];
.shared .align 8 .b64 full;
.visible .entry k(.param .u64 words, .param .align 64 .b8 map[128])
{
.reg .b64 %out, %map; .reg .b32 %tile, %bar, %i, %v, %c<5>; .reg .pred %p;
ld.param.u64 %out, [words]; mov.b64 %map, map; cvta.param.u64 %map, %map; mov.u32 %tile, tile; mov.u32 %bar, full;
${[column, ...rows].map((value, i) => `mov.u32 %c${i}, ${value};`).join(' ')}
mov.u32 %i, 0;
FILL: add.u32 %v, %i, 1000; mad.lo.u32 %tile, %i, 4, %tile; st.shared.u32 [%tile], %v; mov.u32 %tile, tile;
add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 128; @%p bra FILL;
fence.proxy.async;
${body}
cp.async.bulk.global.shared::cta.bulk_group [%out], [%tile], 512;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
ret;
}`;
  const map: LaunchParam = {
    ...{ kind: 'tensorMap', pass: 'value', buffer: 'tensor', type: 'u32', dims: [COLUMNS, ROWS], swizzle },
    ...{
      stridesBytes: [4 * COLUMNS],
      box: [WIDE, boxRows],
      elementStrides: [1, 1],
      interleave: 'none',
      oobFill: 'zero',
    },
  };
  const buffers: Launch['buffers'] = [
    { name: 'out', type: 's32', length: 128, init: { kind: 'zeros' } },
    { name: 'tensor', type: 's32', length: COLUMNS * ROWS, init: { kind: 'iota', start: 1 } },
  ];
  const params: LaunchParam[] = [{ kind: 'pointer', buffer: 'out' }, map];
  const launch: Launch = { grid: [1, 1, 1], block: [1, 1, 1], cluster: [1, 1, 1], buffers, params };
  const result = emulate(parsed(text), launch);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const wordsOf = ({ buffers }: EmulationResult, name: string): number[] => [
  ...new Int32Array(buffers.get(name)!.slice().buffer),
];

const GATHER = `mbarrier.init.shared.b64 [%bar], 1; fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 512;
cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%tile], [%map, {%c0, %c1, %c2, %c3, %c4}], [%bar];
AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%bar], 0; @!%p bra AGAIN;`;
const SCATTER = `cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%map, {%c0, %c1, %c2, %c3, %c4}], [%tile];
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`;

/** Word of the tile: 16 bytes of row i of eight change places with those i beside, in a swizzle of 128 bytes. */
const wordAt = (row: number, column: number, swizzle: SwizzleMode): number =>
  swizzle === 'none' ? row * WIDE + column : row * WIDE + (((column >> 2) ^ row) << 2) + (column & 3);

const COPY = fc.record({
  column: fc.integer({ min: -9, max: 17 }).map(chunk => 4 * chunk),
  rows: fc.array(fc.integer({ min: -2, max: ROWS + 1 }), { minLength: 4, maxLength: 4 }),
  swizzle: fc.constantFrom<SwizzleMode>('none', '128B'),
});

test('gather4 brings four rows, and zeros for what is outside', () => {
  fc.assert(
    fc.property(COPY, copy => {
      const result = run(GATHER, copy);
      const expected = lanes(() => 0, 128);
      for (const [i, row] of copy.rows.entries()) {
        for (let c = 0; c < WIDE; c++) {
          const column = copy.column + c;
          const isInside = row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
          expected[wordAt(i, c, copy.swizzle)] = isInside ? 1 + row * COLUMNS + column : 0;
        }
      }
      expect(result.faults).toEqual([]);
      expect(wordsOf(result, 'out')).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('scatter4 stores four rows, and nothing of what is outside', () => {
  const stored = COPY.filter(({ column, rows }) => column >= 0 && new Set(rows).size === 4);
  fc.assert(
    fc.property(stored, copy => {
      const result = run(SCATTER, copy);
      const expected = lanes(i => i + 1, COLUMNS * ROWS);
      for (const [i, row] of copy.rows.entries()) {
        for (let c = 0; c < WIDE && copy.column + c < COLUMNS; c++) {
          if (row >= 0 && row < ROWS) expected[row * COLUMNS + copy.column + c] = 1000 + wordAt(i, c, copy.swizzle);
        }
      }
      expect(result.faults).toEqual([]);
      expect(wordsOf(result, 'tensor')).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('a map whose box has more rows is none for four rows', () => {
  const [fault] = run(GATHER, { column: 0, rows: [0, 1, 2, 3], swizzle: 'none', boxRows: 4 }).faults;
  expect(fault.kind).toBe('badOperand');
  expect(fault.message).toContain('the box of the tensor map has 4 rows');
});

/** Two CTAs of a cluster; both load a row of 128 bytes, which they tell the mbarrier at the address that `barrier` makes of %bar. */
function runPair(barrier: string, load: string, expects: string): EmulationResult {
  const text = `.version 9.0
.target sm_100a
.address_size 64
.shared .align 1024 .b8 tile[256];
.shared .align 8 .b64 full;
.visible .entry k(.param .u64 words, .param .align 64 .b8 map[128])
{
.reg .b64 %out, %map; .reg .b32 %tile, %bar, %told, %rank, %zero, %v; .reg .b16 %ranks; .reg .pred %p, %leads;
ld.param.u64 %out, [words]; mov.b64 %map, map; cvta.param.u64 %map, %map; mov.u32 %tile, tile; mov.u32 %bar, full;
mov.u32 %rank, %cluster_ctarank; mov.u32 %zero, 0; mov.u16 %ranks, 3; setp.eq.u32 %leads, %rank, 0;
mapa.shared::cluster.u32 %told, %bar, ${barrier};
mbarrier.init.shared.b64 [%bar], 1; fence.mbarrier_init.release.cluster;
barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
${expects}
${load}
@!%leads bra DONE;
AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%bar], 0; @!%p bra AGAIN;
DONE: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
mad.lo.u32 %v, %rank, 128, 0; cvt.u64.u32 %map, %v; add.u64 %out, %out, %map;
ld.shared.u32 %v, [%tile]; st.global.u32 [%out], %v; ld.shared.u32 %v, [%tile+124]; st.global.u32 [%out+4], %v;
ret;
}`;
  const map: LaunchParam = {
    ...{ kind: 'tensorMap', pass: 'value', buffer: 'tensor', type: 'u32', dims: [WIDE, ROWS], swizzle: 'none' },
    ...{ stridesBytes: [128], box: [WIDE, 1], elementStrides: [1, 1], interleave: 'none', oobFill: 'zero' },
  };
  const buffers: Launch['buffers'] = [
    { name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } },
    { name: 'tensor', type: 's32', length: WIDE * ROWS, init: { kind: 'iota', start: 1 } },
  ];
  const params: LaunchParam[] = [{ kind: 'pointer', buffer: 'out' }, map];
  const result = emulate(parsed(text), { grid: [2, 1, 1], block: [1, 1, 1], cluster: [2, 1, 1], buffers, params });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const EXPECTS = (bytes: number) => `@%leads mbarrier.arrive.expect_tx.shared.b64 _, [%bar], ${bytes};`;
const load = (group: string, mbarrier: string) =>
  `cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes${group} [%tile], [%map, {%zero, %rank}], [${mbarrier}];`;
const found = (result: EmulationResult): number[] => {
  const words = wordsOf(result, 'out');
  return [words[0], words[1], words[32], words[33]];
};

describe('pairs of CTAs', () => {
  test('.cta_group::2: both tell the mbarrier of the even CTA, which alone waits', () => {
    const result = runPair('0', load('.cta_group::2', '%told'), EXPECTS(256));
    expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
    expect(found(result)).toEqual([1, 32, 33, 64]);
  });

  test('.multicast::cluster of .cta_group::2 tells the even CTA of what came to the odd one', () => {
    const copy = `@%leads cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2 [%tile], [%map, {%zero, %rank}], [%told], %ranks;`;
    const result = runPair('0', copy, EXPECTS(256));
    expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
    expect(found(result)).toEqual([1, 32, 1, 32]);
  });

  test('.cta_group::1 tells an mbarrier of the CTA that it comes to', () => {
    const result = runPair('0', load('.cta_group::1', '%told'), EXPECTS(256));
    expect(result.faults[0].message).toContain('the mbarrier is one of CTA 0, the destination is in CTA 1');
  });

  test('what nobody waits for is a fault there', () => {
    const result = runPair('0', load('.cta_group::2', '%told'), EXPECTS(128));
    expect(result.ok).toBe(false);
  });
});
