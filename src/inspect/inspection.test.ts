/** Whole kernels, as nvcc compiled them: what an inspection says of each habit, and that it is silent without it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseModule } from '../ptx/parse/module.ts';
import type { Finding } from '../trace/finding.ts';
import type { Launch, LaunchParam } from '../trace/launch.ts';
import { startInspection } from './index.ts';
import type { Inspection, InspectionOptions } from './inspection.ts';

const parsed = parseModule(readFileSync(new URL('fixtures/habits.sm_90.ptx', import.meta.url), 'utf8'));
if (!parsed.ok) throw new Error(parsed.error.message);
const module = parsed.value;

const buffer = (name: string): Launch['buffers'][number] => ({
  name,
  type: 'f32',
  length: 256,
  init: { kind: 'iota' },
});
const out: LaunchParam = { kind: 'pointer', buffer: 'out' };
const input: LaunchParam = { kind: 'pointer', buffer: 'in' };
const count: LaunchParam = { kind: 'scalar', type: 's32', value: 20 };

function inspect(entry: string, params: readonly LaunchParam[], options: Partial<InspectionOptions> = {}): Inspection {
  const launch: Launch = { entry, grid: [2, 1, 1], block: [64, 1, 1], buffers: [buffer('out'), buffer('in')], params };
  const started = startInspection(module, launch, { faults: 'all', ...options });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(1000).done);
  return started.value.finish();
}

/** The two CTAs write the same to one place, which is a hazard. */
const costsOf = ({ findings }: Inspection): Finding[] => findings.filter(({ rank }) => rank === 'cost');

/** Kernel, arguments, and per finding: line, kind, and what the sentence must hold. */
const WRONG: Readonly<Record<string, { params: LaunchParam[]; says: readonly [number, Finding['kind'], RegExp][] }>> = {
  columnWrong: { params: [out], says: [[17, 'bankConflicts', /column at pitch 128 B: all 32 lanes .* 32 wavefronts/]] },
  membersWrong: { params: [out, input], says: [[29, 'scatteredSectors', /lanes 12 B apart: 12 sectors where 4/]] },
  shiftedWrong: { params: [out, input], says: [[37, 'unalignedAccess', /4 B after the start of a sector: 5 sectors/]] },
  constantWrong: { params: [out], says: [[41, 'constantAddresses', /32 different addresses/]] },
  localWrong: {
    params: [out, count],
    says: [
      [54, 'localMemory', /^16 stores of local memory, 256 sectors: /],
      [55, 'localMemory', /^8 loads of local memory, 144 sectors, 32 if the lanes used the same index: /],
    ],
  },
  branchWrong: { params: [out, count], says: [[71, 'divergence', /\(lines 71 to 72\): 16 of 32 lanes are active/]] },
};

test.each(Object.entries(WRONG))('%s', (entry, { params, says }) => {
  const inspection = inspect(entry, params);
  const findings = costsOf(inspection);
  expect(inspection.emulation.ok).toBe(true);
  expect(findings.map(({ place, kind }) => [place.line, kind])).toEqual(says.map(([line, kind]) => [line, kind]));
  says.forEach(([, , words], i) => {
    expect(findings[i].message).toMatch(words);
  });
  for (const { place } of findings) expect(place).toMatchObject({ file: 'habits.cu', ptxLine: expect.any(Number) });
});

test('atomics onto one address, at the line that calls the header', () => {
  const [finding, ...more] = costsOf(inspect('counterWrong', [out, input]));
  expect(more).toEqual([]);
  expect(finding.place).toMatchObject({ file: 'habits.cu', line: 59 });
  expect(finding).toMatchObject({ kind: 'atomicContention', message: expect.stringMatching(/32 turns where 1/) });
});

test.each([
  { entry: 'columnRight', params: [out] },
  { entry: 'membersRight', params: [out, input] },
  { entry: 'constantRight', params: [out, count] },
  { entry: 'branchRight', params: [out, count] },
])('$entry has nothing to say', ({ entry, params }) => {
  expect(costsOf(inspect(entry, params))).toEqual([]);
});

describe('what is kept', () => {
  test('the trace is of the first CTA that runs, or of those chosen', () => {
    const ctasOf = (options: Partial<InspectionOptions>) => [
      ...new Set(inspect('membersRight', [out, input], options).trace.cta),
    ];
    expect(ctasOf({})).toEqual([0]);
    expect(ctasOf({ ctas: [1] })).toEqual([1]);
    expect(ctasOf({ tracedCtas: [0, 1] })).toEqual([0, 1]);
  });

  test('rows beyond the limit count in the totals', () => {
    const { trace, traceRowsDropped, summary } = inspect('membersRight', [out, input], { maxTraceRows: 3 });
    expect({ rows: trace.rows, traceRowsDropped }).toEqual({ rows: 3, traceRowsDropped: 1 });
    expect(summary.global.load).toMatchObject({ requests: 4, sectors: 16 });
  });

  test('the observer hears of every access', () => {
    let heard = 0;
    const launch: Launch = {
      ...{ entry: 'membersRight', grid: [2, 1, 1], block: [64, 1, 1] },
      buffers: [buffer('out'), buffer('in')],
      params: [out, input],
    };
    const started = startInspection(module, launch, { faults: 'first' }, () => heard++);
    if (started.ok) started.value.run(Number.POSITIVE_INFINITY);
    expect(heard).toBe(8);
  });

  test('a launch that does not fit is refused', () => {
    const launch: Launch = { entry: 'none', grid: [1, 1, 1], block: [64, 1, 1], buffers: [], params: [] };
    expect(startInspection(module, launch, { faults: 'first' })).toMatchObject({
      ok: false,
      error: { field: 'entry' },
    });
  });
});

test('a fault is a finding, and the first one ends the run where that is asked for', () => {
  const small: Launch['buffers'] = [{ ...buffer('out'), length: 16 }, buffer('in')];
  const run = (faults: 'first' | 'all') => {
    const launch: Launch = {
      entry: 'membersRight',
      grid: [2, 1, 1],
      block: [64, 1, 1],
      buffers: small,
      params: [out, input],
    };
    const started = startInspection(module, launch, { faults });
    if (!started.ok) throw new Error(started.error.message);
    started.value.run(Number.POSITIVE_INFINITY);
    return started.value.finish();
  };
  const { findings, emulation } = run('all');
  expect(emulation.ctasRun).toBe(2);
  expect(findings[0]).toMatchObject({
    kind: 'outOfBounds',
    rank: 'fault',
    fix: expect.stringMatching(/Check the index/),
  });
  expect(findings[0].message).toMatch(/bytes past the end of 'out'/);
  expect(findings[0].count).toBeGreaterThan(1);
  expect(run('first').emulation.ctasRun).toBe(0);
});

test('a trace of one warp has no row of the other, and counts all the same', () => {
  const whole = inspect('columnWrong', [out]);
  const { trace, lines } = inspect('columnWrong', [out], { tracedWarps: [1] });
  expect(new Set(whole.trace.warp)).toEqual(new Set([0, 1]));
  expect(new Set(trace.warp)).toEqual(new Set([1]));
  expect(trace.rows).toBe(whole.trace.rows / 2);
  expect(lines).toEqual(whole.lines);
});
