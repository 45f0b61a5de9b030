/** Tests the models of banks and sectors against the counters of a GPU, pattern by pattern. */

import { describe, expect, test } from 'vitest';
import { LANES } from '../../src/base/hardware.ts';
import { sectorsOf } from '../../src/model/banks/sectors.ts';
import { bankCost, NVIDIA_BANKS } from '../../src/model/banks/wavefronts.ts';
import type { Access } from '../../src/trace/access-trace.ts';
import type { WordPattern } from './bank-patterns.ts';
import { PROBE_KINDS, type ProbeKind, probePatterns } from './bank-probes.ts';
import { bankEvidence } from './evidence.ts';

const { counts } = bankEvidence();

function modelled({ space, instruction, widthBytes, matrices }: ProbeKind, offsets: WordPattern): number {
  if (space === 'global') return sectorsOf(accessTo(offsets, widthBytes)).sectors;
  const addresses = offsets.map(offset => (offset < 0 ? null : offset));
  const cost = bankCost({ instruction, widthBytes, addresses, ...(matrices === undefined ? {} : { matrices }) });
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value.wavefronts;
}

const accessTo = (offsets: WordPattern, widthBytes: number): Access => ({
  cta: 0,
  warp: 0,
  pc: 0,
  space: 'global',
  kind: 'load',
  widthBytes,
  activeMask: offsets.reduce((mask, offset, lane) => (offset < 0 ? mask : mask | (1 << lane)), 0) >>> 0,
  interval: 0,
  line: 0,
  file: '',
  address: Float64Array.from(offsets),
});

const lanes = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

/** Whether each active lane has the same address as the lane whose number differs in `bit`, or that lane is idle. */
const agree = (offsets: WordPattern, bit: 1 | 2): boolean =>
  offsets.every((offset, lane) => {
    const other = offsets[lane ^ bit];
    return offset < 0 || other < 0 || offset === other;
  });

function degree(offsets: WordPattern, members: readonly number[], widthBytes: number): number {
  const words = new Set<number>();
  for (const lane of members)
    if (offsets[lane] >= 0) for (let b = 0; b < widthBytes; b += 4) words.add((offsets[lane] + b) / 4);
  const perBank = new Array<number>(NVIDIA_BANKS.bankCount).fill(0);
  for (const word of words) perBank[word % NVIDIA_BANKS.bankCount]++;
  return Math.max(...perBank);
}

/** Wavefronts of wide loads as the counters show them: if lanes agree in pairs, two phases are served as one. */
function mergingLoad(offsets: WordPattern, widthBytes: number): number {
  const merges = agree(offsets, 1) || agree(offsets, 2);
  const step = (128 / widthBytes) * (merges ? 2 : 1);
  let sum = 0;
  for (let first = 0; first < LANES; first += step) sum += degree(offsets, lanes(first, step), widthBytes);
  return sum;
}

const isWideLoad = ({ entry }: ProbeKind): boolean => entry === 'shared_load_8' || entry === 'shared_load_16';
const isCompareAndSwap = ({ entry }: ProbeKind): boolean => entry === 'atom_cas_b32';

test('every probe was counted', () => {
  expect(Object.keys(counts)).toEqual(PROBE_KINDS.map(({ entry }) => entry));
});

describe('what the models say is what the GPU counted', () => {
  const plain = PROBE_KINDS.filter(kind => !isWideLoad(kind) && !isCompareAndSwap(kind));
  test.each(plain.map(kind => [kind.entry, kind] as const))('%s', (entry, kind) => {
    expect(probePatterns(kind).map(([, offsets]) => modelled(kind, offsets))).toEqual(counts[entry]);
  });
});

describe('loads of 8 and 16 bytes cost what the model says, or less where lanes agree in pairs', () => {
  test.each(PROBE_KINDS.filter(isWideLoad).map(kind => [kind.entry, kind] as const))('%s', (entry, kind) => {
    const patterns = probePatterns(kind);
    expect(patterns.map(([, offsets]) => mergingLoad(offsets, kind.widthBytes))).toEqual(counts[entry]);
    patterns.forEach(([name, offsets], i) => {
      const pairs = agree(offsets, 1) || agree(offsets, 2);
      const model = modelled(kind, offsets);
      if (pairs) expect(counts[entry][i], name).toBeLessThanOrEqual(model);
      else expect(counts[entry][i], name).toBe(model);
    });
  });
});

test('compare-and-swap brings two operands per lane: twice the wavefronts of other atomics', () => {
  const kind = PROBE_KINDS.find(isCompareAndSwap)!;
  expect(probePatterns(kind).map(([, offsets]) => 2 * modelled(kind, offsets))).toEqual(counts[kind.entry]);
});

test('a model that broadcasts to atomics is noticed', () => {
  const kind = PROBE_KINDS.find(({ entry }) => entry === 'atom_add_u32')!;
  const broadcasting = probePatterns(kind).map(([, offsets]) => modelled({ ...kind, instruction: 'st' }, offsets));
  expect(broadcasting).not.toEqual(counts[kind.entry]);
});
