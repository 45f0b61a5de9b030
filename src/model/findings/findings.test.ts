import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';
import { warpAccess } from '../../trace/fixtures/warp-access.ts';
import { NO_SHARED_FACTS } from '../../trace/shared-use.ts';
import { sectorsOf } from '../banks/sectors.ts';
import { bankCost } from '../banks/wavefronts.ts';
import { findingsOf } from './findings.ts';
import { LineSummaryBuilder } from './line-summary-builder.ts';
import { patternOf } from './pattern.ts';
import { type Remedy, remediesFor } from './shared-remedies.ts';

const requestAt = (change: Partial<Access>, of: (lane: number) => number): Access =>
  warpAccess({ warp: 2, line: 7, file: 'a.cu', ...change }, of);

/** One instruction at each pc, at PTX line 100 + pc. */
const profileOf = (...rows: readonly { line: number; issues: number; lanes: number; diverged: number }[]) =>
  ({
    instructions: rows.map(({ line }, pc) => ({
      pc,
      file: 'a.cu',
      line,
      ptxLine: 100 + pc,
      text: 'ld',
      class: 'shared',
    })),
    issues: Float64Array.from(rows, row => row.issues),
    lanes: Float64Array.from(rows, row => row.lanes),
    diverged: Float64Array.from(rows, row => row.diverged),
    waits: new Float64Array(rows.length),
    offRepeat: new Float64Array(rows.length),
    shared: NO_SHARED_FACTS,
  }) satisfies ExecutionProfile;

const FULL = profileOf({ line: 7, issues: 10, lanes: 320, diverged: 0 });

function findingsIn(
  requests: readonly Access[],
  faults: readonly Fault[] = [],
  profile: ExecutionProfile = FULL,
  hazards: readonly Hazard[] = [],
) {
  const builder = new LineSummaryBuilder();
  for (const request of requests) builder.add(request);
  return findingsOf({ lines: builder.finish(), profile, faults, hazards });
}

const textOf = ({ message, fix }: Finding): string => `${message}. ${fix}`;

describe('what is said of a request', () => {
  test.each<[string, Access, readonly RegExp[]]>([
    [
      'a column',
      requestAt({}, l => l * 128),
      [
        /^shared load of a column at pitch 128 B: all 32 lanes fall into one bank, 32 wavefronts where 1 would do\. /,
        /Pad each row by 4 B to a pitch of 132 B \(1 wavefront\), XOR the column with the row, Swizzle<5,2,5> of byte offsets \(1 wavefront\) or let/,
      ],
    ],
    [
      'a column of doubles',
      requestAt({ widthBytes: 8, kind: 'store' }, l => l * 256),
      [
        /^shared store of a column at pitch 256 B: the 16 lanes of a phase .*, 32 wavefronts where 2 would do/,
        /by 8 B/,
      ],
    ],
    [
      'every second word',
      requestAt({}, l => l * 8),
      [
        /, lanes 8 B apart: all 32 lanes fall into 16 banks, up to 2 different words in one, 2 wavefr/,
        /\. Let neighbo/,
      ],
    ],
    [
      'a block 16 wide that reads columns',
      requestAt({}, l => (l % 16) * 64 + Math.floor(l / 16) * 4),
      [
        /in groups of 16 lanes 64 B apart, the groups 4 B apart: .*8 wavefronts where 1 would do/,
        /pad each row by 8 B/,
      ],
    ],
    ['words without a stride', requestAt({}, l => 4 * l * l), [/^shared load of scattered words: /, /no stride/]],
    [
      'a member of a struct',
      requestAt({ space: 'global' }, l => l * 12),
      [/^global load, lanes 12 B apart: 12 sectors where 4 would do\. /, /Split the struct .*: 4 sectors; or bring/],
    ],
    [
      'a member of a struct that fits one instruction',
      requestAt({ space: 'global' }, l => l * 16 + 4),
      [/lanes 16 B apart: 16 sectors where 4 would do/, /all 16 B of a struct with one instruction: 16 sectors once/],
    ],
    [
      'a column of an array',
      requestAt({ space: 'global', kind: 'store' }, l => l * 4096),
      [/^global store, lanes 4096 B apart: 32 sectors where 4 would do/, /threadIdx\.x/],
    ],
    [
      'a neighbour',
      requestAt({ space: 'global' }, l => 4 + l * 4),
      [/of neighbouring elements from 4 B after the start of a sector: 5 sectors where 4 would do/, /multiple of 32 B/],
    ],
    [
      'every other lane',
      { ...requestAt({ space: 'global' }, l => l * 4), activeMask: 0x55555555 },
      [/^global load by every other lane, each of its own element: 4 sectors where 2 would do/, /lanes between/],
    ],
    [
      'the first lanes of a row that starts anywhere',
      { ...requestAt({ space: 'global' }, l => 4 + l * 4), activeMask: 0xff },
      [/of neighbouring elements from 4 B after the start of a sector: 2 sectors where 1 would do/, /multiple of 32 B/],
    ],
    [
      'rows of half a sector',
      requestAt({ space: 'global' }, l => (l % 4) * 4 + (l >> 2) * 256),
      [/8 sectors/, /wider/],
    ],
    [
      'a gather',
      requestAt({ space: 'global' }, l => l * l * 64),
      [/of scattered elements: 32 sectors where 4/, /sort/],
    ],
    [
      'indexed constants',
      requestAt({ space: 'const' }, l => l * 4),
      [/at 32 different addresses, .* where 1 would do/],
    ],
    [
      'a local array',
      requestAt({ space: 'local' }, l => l * 4),
      [/^1 load of local memory, 32 sectors, 4 if/, /unroll/],
    ],
    [
      'a counter',
      requestAt({ space: 'global', kind: 'atomic' }, () => 64),
      [/^global atomic, all 32 lanes on one address: 32 turns where 1 would do\. /, /__reduce_add_sync/],
    ],
    [
      'a histogram',
      requestAt({ kind: 'atomic' }, l => (l % 5) * 4),
      [/^shared atomic, up to 7 lanes on one address: 7 turns/, /Give each warp a copy/],
    ],
  ])('%s', (_, request, says) => {
    const findings = findingsIn([request]);
    expect(findings).toHaveLength(1);
    for (const words of says) expect(textOf(findings[0])).toMatch(words);
    expect(findings[0].place).toEqual({ file: 'a.cu', line: 7, ptxLine: 100, instruction: 'ld' });
    expect(findings[0].who).toEqual({ cta: 0, warp: 2, lane: -1 });
  });
  test('atomics of pairs of lanes, all in one bank: the bank costs more than the turns', () => {
    const found = findingsIn([requestAt({ kind: 'atomic' }, l => (l >> 1) * 128)]);
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['atomicContention', 'bankConflicts']);
    const conflict = found.find(({ kind }) => kind === 'bankConflicts')!;
    expect(conflict.message).toContain('all 32 lanes fall into one bank, 32 wavefronts where 1 would do');
  });

  test.each<[string, Access]>([
    ['a row', requestAt({}, l => l * 4)],
    ['a padded column', requestAt({}, l => l * 132)],
    ['a broadcast', requestAt({}, () => 64)],
    ['a coalesced row', requestAt({ space: 'global' }, l => l * 4)],
    ['one constant', requestAt({ space: 'const' }, () => 64)],
    ['an atomic on each address', requestAt({ space: 'global', kind: 'atomic' }, l => l * 4)],
  ])('%s is nothing to speak of', (_, request) => {
    expect(findingsIn([request])).toEqual([]);
  });

  test('the stack that printf takes its arguments from is nothing to speak of', () => {
    const { instructions, ...columns } = profileOf(
      ...[7, 8].map(line => ({ line, issues: 1, lanes: 32, diverged: 0 })),
    );
    const texts = ['st.local.u32 [%rd1], %r1', 'call.uni (retval0), vprintf, (param0, param1)'];
    const profileWith = (line: number) => ({
      ...columns,
      instructions: instructions.map((instruction, pc) => ({
        ...instruction,
        text: texts[pc],
        line: pc === 0 ? 7 : line,
      })),
    });
    const store = requestAt({ space: 'local', kind: 'store' }, () => 8);
    expect(findingsIn([store], [], profileWith(7))).toEqual([]);
    expect(findingsIn([store], [], profileWith(8))).toMatchObject([{ kind: 'localMemory' }]);
  });

  test('nor where no lines are known, unless something lies between', () => {
    const profileWith = (...texts: readonly string[]) => {
      const profile = profileOf(...texts.map(() => ({ line: 0, issues: 1, lanes: 32, diverged: 0 })));
      return { ...profile, instructions: profile.instructions.map((one, pc) => ({ ...one, text: texts[pc] })) };
    };
    const store = requestAt({ space: 'local', kind: 'store', line: 0, file: '' }, () => 8);
    const [put, print] = ['st.local.u32 [%rd1], %r1', 'call.uni (retval0), vprintf, (param0, param1)'];
    expect(findingsIn([store], [], profileWith(put, 'st.param.b64 [param0], %rd2', print))).toEqual([]);
    expect(findingsIn([store], [], profileWith(put, '@%p1 bra $L1', print))).toMatchObject([{ kind: 'localMemory' }]);
  });

  test('many requests of a line are one finding with their sum', () => {
    const column = requestAt({}, l => l * 128);
    const [finding, ...more] = findingsIn([requestAt({}, l => l * 4), column, { ...column, pc: 1, warp: 3 }]);
    expect(more).toEqual([]);
    expect(finding.message).toMatch(/; 2 of 3 requests like it, 65 wavefronts in all where 3 would do$/);
    expect(finding.cost).toEqual({ unit: 'wavefronts', actual: 65, ideal: 3 });
  });

  test('without lines, instructions stand for themselves', () => {
    const column = requestAt({ line: 0, file: '' }, l => l * 128);
    const profile = profileOf(...[0, 0].map(line => ({ line, issues: 1, lanes: 32, diverged: 0 })));
    expect(findingsIn([column, { ...column, pc: 1 }], [], profile).map(({ place }) => place.ptxLine)).toEqual([
      100, 101,
    ]);
  });
});

/** Pitches of whole words, and what a tile of them is read with. */
const columns = fc
  .record({
    widthBytes: fc.constantFrom(4, 8, 16),
    elements: fc.integer({ min: 1, max: 80 }),
    base: fc.nat({ max: 40 }),
  })
  .map(({ widthBytes, elements, base }) => requestAt({ widthBytes }, l => (base + l * elements) * widthBytes));

const wavefrontsOf = (request: Access, addresses: readonly number[]): number => {
  const cost = bankCost({ instruction: 'ld', widthBytes: request.widthBytes, addresses });
  return cost.ok ? cost.value.wavefronts : Number.NaN;
};

/** Wavefronts of the request after the remedy, counted on the addresses that a reader would write who follows it. */
function wavefrontsAfter(request: Access, remedy: Remedy): number {
  const { address, widthBytes } = request;
  const pitch = address[1] - address[0];
  const of: Record<Remedy['kind'], (lane: number) => number> = {
    pad: l => address[0] + l * (pitch + (remedy.kind === 'pad' ? remedy.bytes : 0)),
    xor: l => l * pitch + (l % (Math.min(pitch, 128) / widthBytes)) * widthBytes,
    sideBySide: l => l * widthBytes,
  };
  return wavefrontsOf(
    request,
    Array.from({ length: LANES }, (_, lane) => of[remedy.kind](lane)),
  );
}

describe('numbers in sentences', () => {
  test("a column's wavefronts are the model's, and a remedy costs what it says", () => {
    fc.assert(
      fc.property(columns, request => {
        const now = wavefrontsOf(request, [...request.address]);
        const remedies = remediesFor(request, patternOf(request));
        for (const remedy of remedies) {
          expect(remedy.wavefronts).toBeLessThan(now);
          expect(wavefrontsAfter(request, remedy)).toBe(remedy.wavefronts);
        }
        const [finding] = findingsIn([request]);
        const ideal = request.widthBytes / 4;
        expect(finding === undefined).toBe(now === ideal);
        if (finding !== undefined) expect(finding.message).toContain(`, ${now} wavefronts where ${ideal} would do`);
      }),
    );
  });

  test.each([4, 8, 16])('a pad frees every column of %i bytes whose pitch is a power of two', widthBytes => {
    for (let pitch = 128; pitch <= 4096; pitch *= 2) {
      const request = requestAt({ widthBytes }, l => l * pitch);
      const kinds = remediesFor(request, patternOf(request)).map(({ kind, wavefronts }) => `${kind} ${wavefronts}`);
      expect(kinds).toEqual(['pad', 'xor', 'sideBySide'].map(kind => `${kind} ${widthBytes / 4}`));
    }
  });

  test('what does not help is not proposed', () => {
    // Known wrong: a pad of whole bank rows leaves each lane in its bank.
    const request = requestAt({}, l => l * 128);
    const useless: Remedy = { kind: 'pad', bytes: 128, pitchBytes: 256, wavefronts: 1 };
    expect(wavefrontsAfter(request, useless)).toBe(32);
    expect(remediesFor(request, patternOf(request))).not.toContainEqual(useless);
    const wide = requestAt({}, l => l * 192);
    expect(remediesFor(wide, patternOf(wide)).map(({ kind }) => kind)).not.toContain('xor');
  });

  test("a stride's sectors are the model's", () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 40 }), (words, base) => {
        const request = requestAt({ space: 'global' }, l => (base + l * words) * 4);
        const { sectors, ideal } = sectorsOf(request);
        const [finding] = findingsIn([request]);
        expect(finding === undefined).toBe(sectors === ideal);
        if (finding !== undefined) expect(finding.message).toContain(`: ${sectors} sectors where ${ideal} would do`);
      }),
    );
  });
});

describe('what is said of a run', () => {
  test('lines of one branch are one finding', () => {
    const half = { issues: 100, lanes: 1600, diverged: 100 };
    const profile = profileOf(
      { line: 1, issues: 100, lanes: 3200, diverged: 0 },
      { line: 3, ...half },
      { line: 4, ...half },
    );
    const [finding, ...more] = findingsIn([], [], profile);
    expect(more).toEqual([]);
    expect(finding.message).toMatch(/\(lines 3 to 4\): 16 of 32 lanes are active on average, 3200 of 6400 lane slots/);
    expect(finding.place).toMatchObject({ line: 3, ptxLine: 101 });
  });

  test('a branch that few instructions take is not worth a sentence', () => {
    const profile = profileOf(
      { line: 1, issues: 1000, lanes: 32_000, diverged: 0 },
      { line: 2, issues: 10, lanes: 10, diverged: 10 },
    );
    expect(findingsIn([], [], profile)).toEqual([]);
  });

  test('the one lane that starts copies of an engine wastes nothing; the same lane at other work does', () => {
    const alone = { issues: 100, lanes: 100, diverged: 100 };
    const profile = profileOf({ line: 1, issues: 100, lanes: 3200, diverged: 0 }, { line: 2, ...alone });
    const running = (text: string): ExecutionProfile => ({
      ...profile,
      instructions: profile.instructions.map(each => (each.line === 2 ? { ...each, text } : each)),
    });
    for (const text of ['cp.async.bulk.tensor.2d.shared::cluster [%r1]', '@%p1 mbarrier.try_wait.parity %p2, [%r1]'])
      expect(findingsIn([], [], running(text))).toEqual([]);
    expect(findingsIn([], [], running('cp.async.cg.shared.global [%r1]')).map(({ kind }) => kind)).toEqual([
      'divergence',
    ]);
  });

  test('warps that start incomplete', () => {
    const [finding] = findingsIn([], [], profileOf({ line: 1, issues: 4, lanes: 100, diverged: 0 }));
    expect(finding).toMatchObject({
      rank: 'cost',
      message: expect.stringMatching(/^4 warps with 25 of 32 lanes on average/),
    });
  });

  test('faults come first, a race with both parties', () => {
    const place = { file: 'a.cu', line: 3, ptxLine: 30, instruction: 'st' };
    const who = { cta: 0, warp: 1, lane: 4 };
    const other = { place: { ...place, line: 4 }, who: { ...who, warp: 0 } };
    const race: Fault = {
      kind: 'race',
      message: 'm',
      place,
      who,
      address: 0,
      between: 'warps',
      interval: 2,
      other,
      count: 9,
    };
    const findings = findingsIn([requestAt({}, l => l * 128)], [race]);
    expect(findings.map(({ kind }) => kind)).toEqual(['race', 'bankConflicts']);
    expect(findings[0]).toMatchObject({ rank: 'fault', seen: '', message: 'm', who, other, count: 9, cost: null });
  });

  test('a hazard comes after faults and before costs, with what was seen', () => {
    const place = { file: 'a.cu', line: 3, ptxLine: 30, instruction: 'st' };
    const who = { cta: 0, warp: 1, lane: 4 };
    const fault: Fault = { kind: 'missingWait', message: 'w', place, who };
    const hazard: Hazard = {
      kind: 'missingFence',
      remedy: 'write',
      message: 'm',
      place,
      who,
      by: { place: { ...place, file: 'b.h' }, who },
      seen: 'An H200 did it right.',
    };
    const findings = findingsIn([requestAt({}, l => l * 128)], [fault], FULL, [hazard]);
    expect(findings.map(({ rank }) => rank)).toEqual(['fault', 'hazard', 'cost']);
    expect(findings[1]).toMatchObject({ kind: 'missingFence', seen: 'An H200 did it right.', other: hazard.by });
  });

  test('a deadlock over bytes that never come is told from one over arrivals', () => {
    const place = { file: 'a.cu', line: 3, ptxLine: 30, instruction: 'mbarrier' };
    const who = { cta: 0, warp: 1, lane: -1 };
    const fixFor = (waitsFor: string) => {
      const waiters = [{ who, place, interval: 0, waitsFor }];
      return findingsIn([], [{ kind: 'deadlock', message: 'm', place, who, waiters }])[0].fix;
    };
    for (const bytes of ['112 bytes are still expected', '64 bytes more have come than were expected'])
      expect(fixFor(`mbarrier 'full' (shared 0x0), in whose phase 0 ${bytes}`)).toMatch(/expect_tx/);
    expect(fixFor("mbarrier 'full' (shared 0x0), in whose phase 0 1 of 1 arrivals are missing")).not.toMatch(
      /expect_tx/,
    );
  });

  test('tiles that an engine puts off the repeat of their swizzle are a cost', () => {
    const profile = { ...FULL, offRepeat: Float64Array.of(3) };
    expect(findingsIn([], [], profile)).toMatchObject([
      {
        kind: 'swizzleBase',
        rank: 'cost',
        place: { line: 7 },
        count: 3,
        message: expect.stringMatching(/^3 tiles /),
      },
    ]);
    expect(findingsIn([])).toEqual([]);
  });

  test.each([
    ['products alone read', 'wgmma.mma_async.sync.aligned.m64n8k16', 1, 0],
    ['global memory is loaded', 'ld.global.f32 %f1, [%rd1]', 1, 0],
    ['a load of shared memory is not reached', 'ld.shared.f32 %f1, [%r1]', 0, 0],
    ['lanes load', '@%p1 ld.shared.f32 %f1, [%r1]', 1, 1],
    ['lanes load a matrix', 'ldmatrix.sync.aligned.m8n8.x4.shared.b16', 1, 1],
    ['lanes may load', 'ld.f32 %f1, [%rd1]', 1, 1],
  ])('of tiles that come in, where %s', (_, text, issues, found) => {
    const row = { line: 7, issues: 1, lanes: 32, diverged: 0 };
    const profile = profileOf(row, row, { ...row, line: 9, issues });
    const copy = '@%p1 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes';
    const instructions = profile.instructions.map((one, pc) => ({ ...one, text: pc < 2 ? copy : text }));
    const findings = findingsIn([], [], { ...profile, instructions, offRepeat: Float64Array.of(3, 2, 0) });
    // Both copies of the line at once.
    expect(findings.map(({ place, count }) => [place.line, count])).toEqual(found === 0 ? [] : [[7, 5]]);
  });

  test('the dearest comes first', () => {
    const dear = Array.from({ length: 3 }, () => requestAt({ line: 9, pc: 1 }, l => l * 64));
    const findings = findingsIn([requestAt({}, l => l * 128), ...dear, requestAt({ line: 8, pc: 2 }, l => l * 16)]);
    expect(findings.map(({ place }) => place.line)).toEqual([9, 7, 8]);
  });
});
