import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../src/kernels/kernel.ts';
import type { CeilingsRecord } from '../../src/trace/ceilings.ts';
import { recordOf, timed, WRONG } from '../../src/trace/fixtures/run-records.ts';
import type { Work } from '../../src/trace/work.ts';
import { kernels } from './fixtures/stand-in.ts';
import { comparisonText } from './run-table.ts';

const kernelWith = (work: Work | null): Kernel => ({ ...kernels.get('probe')!, work: () => work });
const params = { mode: 'ok', n: 3 };
const { gpu, driver, nvcc, date } = recordOf('a', timed(1));
const h200 = { ...gpu, name: 'NVIDIA H200' };
const ceilings: CeilingsRecord = {
  ...{ date, gpu: h200, driver, nvcc },
  measured: { copyBytesPerSecond: 4e12, matrixFlopsPerSecond: 9e14, sharedBytesPerClk: 128, launchNs: 500 },
};
const record = (variant: string, ...rest: Parameters<typeof timed>) =>
  recordOf(variant, timed(...rest), { params, gpu: h200, method: 'steady' });
/** All lines except the last two, which `provenance-lines.ts` makes. */
const lines = (work: Work | null, ...records: Parameters<typeof comparisonText>[1]) =>
  comparisonText(kernelWith(work), records, ceilings).trimEnd().split('\n').slice(0, -2);

describe('a comparison as text', () => {
  it('holds operations against products of matrices, measured and by the data sheet', () => {
    const [title, , limits, head, row] = lines({ kind: 'flops', amount: 9e9 }, record('v1', 20_000));
    expect(title).toBe('probe: n 3');
    expect(limits).toContain(
      '100 %: 900.0 TFLOPS: bf16 products, sums in fp32, measured 2026-11-20; 989.5 TFLOPS: NVIDIA',
    );
    expect(head).toContain('TFLOPS  % measured  % data sheet');
    expect(row).toMatch(/^v1 +20\.00 +0\.00 +20\.00 to 20\.00 +450\.0 +50\.0 +45\.5 +40 +plateau +1980 +baseline$/);
  });

  it('has no rate where a launch is too small to speak of one', () => {
    const text = lines(null, record('v1', 20_000)).join('\n');
    expect(text).not.toMatch(/GB\/s|% {2}|100 %/);
  });

  it('compares with the first that is right, or says why it cannot', () => {
    const slower = { samplesMhz: new Array(40).fill(1800) };
    const rows = lines(
      null,
      recordOf('broken', WRONG, { params, gpu: h200, method: 'steady' }),
      ...[
        record('first', 100_000),
        record('quick', 80_000),
        record('equal', 100_001),
        record('cold chip', 110_000, slower),
      ],
    ).slice(3);
    expect(rows.map(row => row.split(/ {2,}/).at(-1))).toEqual([
      '3 elements of out are wrong, the first is 7; not timed',
      'baseline',
      'faster, x 0.800',
      'same, x 1.000',
      "can't tell (clock)",
    ]);
  });

  it('says where launches in a row find their operands in L2', () => {
    const buffers = [{ name: 'out', type: 'u8', length: 1000, init: { kind: 'poison' } }] as const;
    const small = record('v1', 20_000, { workspaces: 1000 });
    const launched = { ...small, launch: { ...small.launch, buffers } };
    const words = 'operands stay in L2: launches cycle through 1000 workspaces of 1.0 MB together, and L2 has 1.0 MB';
    expect(lines(null, launched, launched).filter(line => line.includes('L2'))).toEqual([words]);
    expect(lines(null, { ...launched, gpu: { ...h200, l2Bytes: 1 << 19 } }).join()).not.toContain('stay in L2');
  });

  it('says what held the GPU back, whether in some samples or in all', () => {
    const notes = lines(
      null,
      record('some', 100_000, {
        clockEvents: [
          [0, 30],
          [0x24, 10],
        ],
        celsius: { low: 60, high: 84 },
      }),
      record('all', 100_000, { clockEvents: [[4, 40]] }),
      record('none', 100_000, { clockEvents: [[3, 40]] }),
    ).slice(6);
    expect(notes).toEqual([
      'some: the GPU was throttled in 10 samples (power limit, temperature limit, at 84 degrees); the median of the others is 100.00 us',
      'all: the GPU was throttled in 40 samples (power limit)',
    ]);
  });

  it('says what was counted', () => {
    const zeros = {
      sharedAtomicWavefronts: 0,
      sharedStoreConflicts: 0,
      globalLoadSectors: 512,
      globalStoreSectors: 513,
    };
    const counters = { sharedLoadWavefronts: 4096, sharedLoadConflicts: 3968, sharedStoreWavefronts: 128, ...zeros };
    const counted = { ...record('v1', 20_000), counters: { kind: 'counted', counters } as const };
    expect(lines(null, counted).at(-1)).toBe(
      'v1, counted: shared loads 4096 wavefronts (3968 conflicts), stores 128 (0); sectors read 512, written 513',
    );
  });
});
