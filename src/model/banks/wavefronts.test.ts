import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Access, AccessKind } from '../../trace/access-trace.ts';
import { type BankCost, type BankRequest, bankCost, costOfAccess, countWavefronts } from './wavefronts.ts';

const LANES_PER_PHASE: Readonly<Record<number, number>> = { 1: 32, 2: 32, 4: 32, 8: 16, 16: 8 };

function costOf(request: BankRequest): BankCost {
  const cost = bankCost(request);
  if (!cost.ok) throw new Error(cost.error.message);
  return cost.value;
}

const lanes = <T>(of: (lane: number) => T): T[] => Array.from({ length: 32 }, (_, lane) => of(lane));
const load = (widthBytes: number, of: (lane: number) => number | null): BankCost =>
  costOf({ instruction: 'ld', widthBytes, addresses: lanes(of) });

/** Counts byte by byte with sets: slow, but simple enough to be trusted. */
function bruteForce(widthBytes: number, addresses: readonly (number | null)[]): { wavefronts: number; ideal: number } {
  const perPhase = LANES_PER_PHASE[widthBytes];
  let wavefronts = 0;
  let ideal = 0;
  for (let phase = 0; phase * perPhase < 32; phase++) {
    const wordsOfBank = new Map<number, Set<number>>();
    addresses.forEach((address, lane) => {
      if (address === null || Math.floor(lane / perPhase) !== phase) return;
      for (let byte = address; byte < address + widthBytes; byte++) {
        const bank = Math.floor((byte % 128) / 4);
        wordsOfBank.set(bank, (wordsOfBank.get(bank) ?? new Set()).add(byte - (byte % 4)));
      }
    });
    const degrees = [...wordsOfBank.values()].map(words => words.size);
    wavefronts += Math.max(0, ...degrees);
    ideal += degrees.length > 0 ? 1 : 0;
  }
  return { wavefronts, ideal };
}

/** Few distinct addresses, so that lanes often share words and words often share a bank. */
const warps = fc.constantFrom(1, 2, 4, 8, 16).chain(widthBytes =>
  fc.record({
    widthBytes: fc.constant(widthBytes),
    addresses: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: 4096 / widthBytes }).map(i => i * widthBytes) },
        { weight: 2, arbitrary: fc.nat({ max: 40 }).map(i => i * Math.max(128, widthBytes)) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      { minLength: 32, maxLength: 32 },
    ),
  }),
);

const rowOf = (widthBytes: number, addresses: readonly (number | null)[], kind: AccessKind = 'load'): Access => ({
  cta: 0,
  warp: 0,
  pc: 0,
  space: 'shared',
  kind,
  widthBytes,
  activeMask:
    addresses.reduce<number>((mask, address, lane) => (address === null ? mask : mask | (1 << lane)), 0) >>> 0,
  interval: 0,
  line: 0,
  file: '',
  address: Float64Array.from(addresses, address => address ?? -1),
});

describe('any warp', () => {
  test('costs what counting bytes says, by every way to ask', () => {
    fc.assert(
      fc.property(warps, ({ widthBytes, addresses }) => {
        const expected = bruteForce(widthBytes, addresses);
        expect(costOf({ instruction: 'ld', widthBytes, addresses })).toMatchObject(expected);
        expect(costOf({ instruction: 'st', widthBytes, addresses })).toMatchObject(expected);
        expect(costOfAccess(rowOf(widthBytes, addresses))).toMatchObject(expected);
        expect(countWavefronts(rowOf(widthBytes, addresses))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('costs the same when the lanes of a phase change places', () => {
    fc.assert(
      fc.property(warps, fc.array(fc.nat(), { minLength: 32, maxLength: 32 }), ({ widthBytes, addresses }, keys) => {
        const perPhase = LANES_PER_PHASE[widthBytes];
        const phaseOf = (lane: number) => Math.floor(lane / perPhase);
        const order = lanes(lane => lane).sort((a, b) => phaseOf(a) - phaseOf(b) || keys[a] - keys[b]);
        const moved = order.map(lane => addresses[lane]);
        const before = costOf({ instruction: 'ld', widthBytes, addresses });
        const after = costOf({ instruction: 'ld', widthBytes, addresses: moved });
        expect(after.phases.map(p => p.wavefronts)).toEqual(before.phases.map(p => p.wavefronts));
      }),
    );
  });

  test('costs the same when it moves by multiples of 128 bytes', () => {
    fc.assert(
      fc.property(warps, fc.nat({ max: 10_000 }), ({ widthBytes, addresses }, rows) => {
        const moved = addresses.map(address => (address === null ? null : address + rows * 128));
        const cost = costOf({ instruction: 'ld', widthBytes, addresses });
        expect(costOf({ instruction: 'ld', widthBytes, addresses: moved }).phases).toEqual(cost.phases);
      }),
    );
  });

  test('is served completely: each wavefront gives a bank at most one word, and the hits add up to the phases', () => {
    fc.assert(
      fc.property(warps, ({ widthBytes, addresses }) => {
        const cost = costOf({ instruction: 'ld', widthBytes, addresses });
        const served = new Map<string, number>();
        for (const hit of cost.hits) {
          const slot = `${hit.wavefront}:${hit.bank}`;
          expect(served.get(slot) ?? hit.wordAddress).toBe(hit.wordAddress);
          served.set(slot, hit.wordAddress);
        }
        expect(served.size).toBe(cost.phases.reduce((sum, phase) => sum + phase.words, 0));
        expect(new Set(cost.hits.map(hit => hit.wavefront)).size).toBe(cost.wavefronts);
        const active = addresses.filter(address => address !== null).length;
        expect(cost.hits.length).toBe(active * Math.max(1, widthBytes / 4));
        expect(cost.excess).toBe(cost.wavefronts - cost.ideal);
      }),
    );
  });
});

describe('textbook accesses', () => {
  test.each([
    ['consecutive floats', 4, (l: number) => l * 4, 1],
    ['one word for all', 4, () => 256, 1],
    ['stride 2', 4, (l: number) => l * 8, 2],
    ['stride 3', 4, (l: number) => l * 12, 1],
    ['column of a 32x32 float tile', 4, (l: number) => l * 128, 32],
    ['the same column at pitch 33', 4, (l: number) => l * 132, 1],
    ['consecutive halves: two lanes a word', 2, (l: number) => l * 2, 1],
    ['column of a 32x32 half tile', 2, (l: number) => l * 64, 16],
    ['consecutive bytes', 1, (l: number) => l, 1],
    ['consecutive doubles', 8, (l: number) => l * 8, 2],
    ['column of a 32x32 double tile', 8, (l: number) => l * 256, 32],
    ['the same column at pitch 33', 8, (l: number) => l * 264, 2],
    ['consecutive float4', 16, (l: number) => l * 16, 4],
    ['column of a 32x32 float4 tile', 16, (l: number) => l * 512, 32],
  ])('%s, %i bytes', (_, widthBytes, of, wavefronts) => {
    expect(load(widthBytes, of).wavefronts).toBe(wavefronts);
  });

  test('phases without an active lane are listed and cost nothing', () => {
    const cost = load(16, lane => (lane >= 8 && lane < 16 ? lane * 16 : null));
    expect(cost.phases.map(phase => phase.wavefronts)).toEqual([0, 1, 0, 0]);
    expect(cost).toMatchObject({ wavefronts: 1, ideal: 1, excess: 0 });
    expect(load(4, () => null)).toMatchObject({ wavefronts: 0, ideal: 0, excess: 0, hits: [] });
  });

  test('a broadcast names its sharers', () => {
    const cost = load(4, lane => (lane < 3 ? 0 : 128 + lane * 4));
    expect(cost.wavefronts).toBe(1);
    expect(cost.hits.map(hit => hit.lanesOnWord).slice(0, 5)).toEqual([3, 3, 3, 1, 1]);
  });

  test('half the banks make pitch 17 conflict-free, with phases of half the lanes', () => {
    const model = { lanes: 16, bankCount: 16, bankBytes: 4 };
    const addresses = Array.from({ length: 16 }, (_, lane) => lane * 17 * 4);
    const cost = bankCost({ instruction: 'ld', widthBytes: 4, addresses }, model);
    expect(cost.ok && cost.value.wavefronts).toBe(1);
    const wide = bankCost({ instruction: 'ld', widthBytes: 8, addresses: addresses.map((_, i) => i * 8) }, model);
    expect(wide.ok && wide.value.phases.map(phase => phase.lanes.length)).toEqual([8, 8]);
  });
});

describe('matrix rows', () => {
  /** The byte address of the 16-byte row r at a pitch, with the XOR of a TMA swizzle mode on its bits. */
  const rowAddress = (row: number, pitch: number, swizzleBits: number): number => {
    const address = row * pitch;
    return address ^ (((address >> 7) & ((1 << swizzleBits) - 1)) << 4);
  };
  // For each pitch, the wavefronts per phase without swizzle, with 32B, 64B and 128B, and without swizzle but with 16
  // bytes of padding.
  test.each([
    [32, [2, 1, 1, 1], 1],
    [64, [4, 2, 1, 1], 1],
    [128, [8, 4, 2, 1], 1],
    [256, [8, 8, 4, 2], 1],
  ])('pitch %i', (pitch, perSwizzle, padded) => {
    const x4 = (pitchBytes: number, bits: number) =>
      costOf({
        instruction: 'ldmatrix',
        widthBytes: 16,
        matrices: 4,
        addresses: lanes(lane => rowAddress(lane, pitchBytes, bits)),
      });
    perSwizzle.forEach((degree, bits) => {
      expect(x4(pitch, bits).phases.map(phase => phase.wavefronts)).toEqual(Array(4).fill(degree));
    });
    expect(x4(pitch + 16, 0).wavefronts).toBe(4 * padded);
  });

  test('x1 and x2 read the addresses of 8 and 16 lanes only, and .trans costs the same', () => {
    const addresses = lanes(lane => (lane < 8 ? lane * 128 : lane < 16 ? lane * 16 : -5));
    const of = (matrices: 1 | 2, transposed: boolean) =>
      costOf({ instruction: 'stmatrix', widthBytes: 16, matrices, transposed, addresses });
    expect(of(1, false).phases.map(phase => phase.wavefronts)).toEqual([8]);
    expect(of(2, true).phases.map(phase => phase.wavefronts)).toEqual([8, 1]);
    expect(of(2, false)).toEqual(of(2, true));
  });

  test('a trace row with 8 addresses is one matrix', () => {
    const row = rowOf(
      16,
      lanes(lane => (lane < 8 ? lane * 128 : null)),
      'ldmatrix',
    );
    expect(countWavefronts(row)).toEqual({ wavefronts: 8, ideal: 1 });
    expect(countWavefronts({ ...row, activeMask: 0xffff_ffff })).toEqual({ wavefronts: 8, ideal: 1 });
    expect(costOfAccess(row)).toMatchObject({ wavefronts: 8, ideal: 1 });
  });
});

describe('bad requests', () => {
  const addresses = lanes(lane => lane * 4);
  const withLane5 = (value: number) => addresses.map((address, lane) => (lane === 5 ? value : address));
  test.each<[string, string, Partial<BankRequest>]>([
    ['misaligned', 'addresses[5]', { addresses: withLane5(22) }],
    ['misaligned', 'addresses[1]', { instruction: 'ldmatrix' }],
    ['negative', 'addresses[5]', { addresses: withLane5(-4) }],
    ['notInteger', 'addresses[5]', { addresses: withLane5(20.5) }],
    ['notInteger', 'addresses[5]', { addresses: withLane5(Number.NaN) }],
    ['notInteger', 'addresses[5]', { addresses: withLane5(2 ** 53) }],
    ['width', 'widthBytes', { widthBytes: 3 }],
    ['width', 'widthBytes', { widthBytes: 32 }],
    ['lanes', 'addresses', { addresses: addresses.slice(1) }],
    ['matrices', 'matrices', { instruction: 'ldmatrix', matrices: 3 as 1 }],
  ])('%s at %s', (code, field, change) => {
    const cost = bankCost({ instruction: 'ld', widthBytes: 4, addresses, ...change });
    expect(cost).toMatchObject({ ok: false, error: { code, field } });
  });

  test('a trace row that no machine can make throws', () => {
    expect(() => costOfAccess(rowOf(4, withLane5(21)))).toThrow('lane 5');
  });
});
