import { describe, expect, it, test } from 'vitest';
import { QUESTIONS } from '../../src/gallery/questions.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import { recordOf, timed, WRONG } from '../../src/trace/fixtures/run-records.ts';
import { type RunRecord, runKey } from '../../src/trace/run-record.ts';
import { projectRoot } from '../tree.ts';
import { kernelLines } from './measured/kernel-lines.ts';
import { listLines } from './measured/list-lines.ts';
import { overviewLines } from './measured/overview-lines.ts';
import { OVERVIEW, PROBLEMS } from './measured/problems.ts';
import { type RecordedRuns, readRecorded } from './measured/recorded.ts';
import { timedProblem } from './measured/timed-variants.ts';

const whole = catalog.get('transpose')!;
/** Three variants, however many there are in all. */
const transpose = {
  ...whole,
  variants: whole.variants.filter(({ id }) => ['naive', 'padded', 'missing-barrier'].includes(id)),
};
const SQUARE = { title: 'a square', params: { rows: 1000, columns: 1000 } };
const { gpu, driver, nvcc } = recordOf('tiled', timed(1));
const CEILINGS = {
  ...{ date: '2026-11-20T18:00:00.000Z', gpu, driver, nvcc },
  measured: { copyBytesPerSecond: 4e12, matrixFlopsPerSecond: null, sharedBytesPerClk: 128, launchNs: 500 },
};

const run = (variant: string, ns: number, change: Partial<RunRecord> = {}): RunRecord =>
  recordOf(variant, timed(ns), { params: transpose.schema.parse(SQUARE.params), method: 'steady', ...change });

const recordedOf = (records: readonly RunRecord[], change: Partial<RecordedRuns> = {}): RecordedRuns => ({
  ...{ records, ceilings: [CEILINGS], stale: [] },
  ...change,
});

const RUNS = [run('naive', 8000), run('padded', 4000), run('missing-barrier', 1000)];

describe('the table of a kernel', () => {
  it('has time, rate, share and verdict of each variant that is meant to be right', () => {
    const [head, , ...rows] = kernelLines(transpose, [SQUARE], recordedOf(RUNS));
    const cells = rows.slice(0, 3).map(row => row.split('|').map(cell => cell.trim()));
    expect(head.split('|').map(cell => cell.trim())).toEqual([
      ...['', 'A GPU', 'variant', 'steady, µs', 'GB/s', 'of the copy', 'against the first'],
      ...['cold, µs', 'against the first', ''],
    ]);
    expect(cells.slice(0, 2)).toEqual([
      ['', 'a square', '`naive`', '8.000 ± 0.000', '1000', '25.0 %', '1', '—', '—', ''],
      ['', '', '`padded`', '4.000 ± 0.000', '2000', '50.0 %', '0.500 ×', '—', '—', ''],
    ]);
    expect(cells[2]).toEqual(['']);
  });

  it('says where the numbers are from, what 100 % is, and what was wrong', () => {
    const wrong = recordOf('missing-barrier', WRONG, { params: RUNS[0].params, method: 'steady' });
    const notes = kernelLines(transpose, [SQUARE], recordedOf([...RUNS.slice(0, 2), wrong])).slice(-3);
    expect(notes).toEqual([
      'Medians ± half of the interquartile range; driver 1, nvcc 13.0.88, 2026-11-20.',
      '100 %: 4,000 GB/s, copy in device memory, measured 2026-11-20.',
      'Wrong on the GPU, so without a time: `missing-barrier`.',
    ]);
  });

  it('marks times of other sources, of a GPU that was held back, and of launches that are too short', () => {
    const held = timed(8000, {
      clockEvents: [
        [0x4, 30],
        [0, 10],
      ],
    });
    const records = [
      recordOf('naive', held, { params: RUNS[0].params, method: 'steady' }),
      run('naive', 3000, { method: 'cold', comparison: 'another' }),
    ];
    expect(kernelLines(transpose, [SQUARE], recordedOf(records, { stale: [runKey(records[0])] })).slice(-4)).toEqual([
      'The shortest cold times are partly those of the events around the launch.',
      'The GPU was held back in 30 of 40 samples (power limit).',
      'Not measured yet: `padded`.',
      'Sources have changed since: some of these are times of kernels that are no more.',
    ]);
    expect(kernelLines(transpose, [SQUARE], recordedOf(RUNS))).toHaveLength(7);
  });

  it('has no number that was not measured', () => {
    const other = { title: 'another', params: { rows: 7, columns: 7 } };
    expect(kernelLines(transpose, [other], recordedOf(RUNS))).toEqual(['—, not measured yet.']);
    const lines = kernelLines(transpose, [SQUARE, other], recordedOf(RUNS, { ceilings: [] }));
    expect(lines.find(line => line.startsWith('| another'))).toMatch(/—, not measured yet \|(\s+— \|){6}$/);
    expect(lines.join()).not.toContain('%');
  });

  it.each(['probe', 'tensor-copy', 'swizzle'])('of %s has no rates: its variants do unlike things', id => {
    const kernel = catalog.get(id)!;
    const [problem, other] = PROBLEMS[id];
    const [{ id: variant }] = kernel.variants;
    const records = [problem, other].map(({ params }, i) =>
      run(variant, 2000, { kernel: id, params: kernel.schema.parse(params), comparison: `c${i}` }),
    );
    const [head, , ...rows] = kernelLines(kernel, [problem, other], recordedOf(records));
    expect(head).not.toMatch(/GB|copy/);
    for (const [i, { title }] of [problem, other].entries())
      expect(rows[i]).toMatch(
        new RegExp(`^\\| ${title.replace(/[()]/g, '.')} +\\| \`${variant}\` +\\| 2.000 ± 0.000 \\|`),
      );
    expect(rows.join()).not.toContain('100 %');
  });

  it('is one for each GPU, of its own runs alone', () => {
    const other = run('naive', 5000, { gpu: { ...gpu, name: 'B GPU' }, comparison: 'another' });
    const lines = kernelLines(transpose, [SQUARE], recordedOf([...RUNS, other]));
    const heads = lines.filter(line => line.includes('variant'));
    expect(heads.map(head => head.slice(2, 7))).toEqual(['A GPU', 'B GPU']);
    expect(lines.filter(line => line.startsWith('|') && line.includes('`padded`'))).toHaveLength(1);
  });
});

describe('the tables of the project', () => {
  it('go from the first variant to the fastest', () => {
    const swizzle = catalog.get('swizzle')!;
    const lines = overviewLines([[transpose, SQUARE]], recordedOf(RUNS));
    const rows = lines.filter(line => line.startsWith('| ['));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/`naive`, 8.000 µs \| `padded`, 4.000 µs \| 2,000 GB\/s \| +50.0 % \| +0.500 × \|$/);
    expect(overviewLines([[transpose, SQUARE]], recordedOf([]))).toEqual(['—, not measured yet.']);
    expect(() => overviewLines([[swizzle, PROBLEMS.swizzle[0]]], recordedOf(RUNS))).toThrow(/no work/);
  });

  it('hold bytes against a copy, products against products, and say whose launches overlap', () => {
    const gemm = catalog.get('gemm')!;
    const [, problem] = OVERVIEW.find(([id]) => id === 'gemm')!;
    const of = { kernel: 'gemm', params: gemm.schema.parse(problem.params) };
    const { launch } = RUNS[0];
    const runs = [
      run('v0-cp-async', 400_000, of),
      run('v4-persistent', 200_000, { ...of, launch: { ...launch, programmaticStreamSerialization: true } }),
    ];
    const matrix = { ...CEILINGS, measured: { ...CEILINGS.measured, matrixFlopsPerSecond: 1e15 } };
    const lines = overviewLines(
      [
        [transpose, SQUARE],
        [gemm, problem],
      ],
      recordedOf([...RUNS, ...runs], { ceilings: [matrix] }),
    );
    expect(lines.find(line => line.includes('gemm'))).toMatch(/\| 687.2 TFLOPS \| +68.7 % \| +0.500 × \|$/);
    expect(lines.slice(-3)).toEqual([
      '100 %: 4,000 GB/s, copy in device memory, measured 2026-11-20.',
      '100 %: 1,000 TFLOPS, bf16 products, sums in fp32, measured 2026-11-20.',
      'Launches of `v4-persistent` overlap; all others wait.',
    ]);
  });

  it('name problems that the kernels take', () => {
    for (const [id, { params }] of OVERVIEW)
      expect(catalog.get(id)!.schema.check(params), id).toMatchObject({ ok: true });
    for (const [id, problems] of Object.entries(PROBLEMS))
      for (const { params } of problems) expect(catalog.get(id)!.schema.check(params), id).toMatchObject({ ok: true });
    expect([...Object.keys(PROBLEMS), 'attention', 'gemm'].sort()).toEqual([...catalog.keys()].sort());
  });

  it('sum up a list by strategy', () => {
    const permute = catalog.get('permute')!;
    const params = permute.schema.parse({ shape: '7248,7248', perm: '1,0' });
    const of = { kernel: 'permute', params };
    const lines = listLines(recordedOf([run('none', 400_000, of), run('xor', 200_000, of), run('tile', 100_000, of)]));
    expect(lines[0]).toContain('A GPU, steady');
    const row = (name: string) =>
      lines
        .find(line => line.startsWith(`| ${name} `))!
        .split('|')
        .map(cell => cell.trim())
        .slice(2, -1);
    expect(row('none')).toEqual(['1', '0', '1051', '26.3 %', '1051 to 1051', '1.000 ×']);
    expect(row('xor')).toEqual(['1', '1', '2101', '52.5 %', '2101 to 2101', '0.500 ×']);
    expect(row('tile')).toEqual(['1', '—', '4203', '105.1 %', '4203 to 4203', '0.250 ×']);
    expect(lines.join()).toContain('1 of 57 permutations were measured');
    expect(listLines(recordedOf(RUNS))).toEqual(['—, not measured yet.']);
  });
});

const recorded = readRecorded(projectRoot);

test.each(['cost-transpose', 'cost-histogram'])("the gallery's answer %s leads to times", id => {
  const { link } = QUESTIONS.flatMap(({ answers }) => answers).find(answer => answer.id === id)!;
  if (link.to !== '/banks/$kernel') throw new Error(`${id} leads to no exhibit`);
  const kernel = catalog.get(link.params.kernel)!;
  const { v, ...search } = link.search;
  const params = Object.fromEntries(Object.entries(search).map(([name, text]) => [name, Number(text)]));
  const records = recorded.records.filter(record => record.kernel === kernel.id);
  const timedIds = timedProblem(kernel, records, params, 'steady').variants.map(variant => variant.id);
  expect(timedIds).toEqual(expect.arrayContaining(v?.split(',') ?? [kernel.variants[0].id]));
});

/** Median of the newest recording, launches in a row [ns]. */
function medianOf(id: string, variant: string, at = 0): number {
  const records = recorded.records.filter(({ kernel }) => kernel === id);
  const { variants } = timedProblem(catalog.get(id)!, records, PROBLEMS[id][at].params, 'steady');
  return variants.find(each => each.id === variant)!.medianNs;
}
const ratio = (id: string, variant: string, to: string, at = 0): number =>
  medianOf(id, variant, at) / medianOf(id, to, at);

describe('recorded times bear out what the READMEs say', () => {
  it('of transpose', () => {
    for (const variant of ['padded', 'xor']) {
      expect(ratio('transpose', variant, 'naive')).toBeLessThan(1 / 3);
      expect(ratio('transpose', variant, 'tiled')).toBeLessThan(2 / 3);
    }
  });

  it('of permute', () => {
    for (const variant of ['xor', 'odd-row', 'residue', 'searched', 'table'])
      expect(ratio('permute', variant, 'none')).toBeLessThan(0.95);
  });

  it('of reduction', () => {
    expect(ratio('reduction', 'fully-unrolled', 'interleaved-divergent')).toBeGreaterThan(0.66);
    expect(ratio('reduction', 'grid-stride', 'interleaved-divergent')).toBeGreaterThan(1);
  });

  it('of scan', () => {
    expect(ratio('scan', 'blelloch-padded', 'blelloch', 0)).toBeGreaterThan(0.99);
    expect(ratio('scan', 'blelloch-padded', 'blelloch', 1)).toBeLessThan(0.95);
    for (const at of [0, 1]) {
      expect(ratio('scan', 'hillis-steele', 'blelloch', at)).toBeLessThan(1);
      expect(ratio('scan', 'hillis-steele', 'blelloch-padded', at)).toBeLessThan(1);
      expect(ratio('scan', 'warp-shuffle', 'hillis-steele', at)).toBeLessThan(1);
    }
  });

  it('of histogram', () => {
    expect(ratio('histogram', 'shared-atomics', 'global-atomics')).toBeCloseTo(0.2, 1);
    expect(ratio('histogram', 'shared-atomics', 'global-atomics', 1)).toBeLessThan(0.1);
    for (const at of [0, 1])
      for (const variant of ['shared-replicated', 'warp-aggregated'])
        expect(ratio('histogram', variant, 'shared-atomics', at)).toBeGreaterThan(1);
  });

  it('of swizzle', () => {
    const column = [0, 1].map(at => medianOf('swizzle', 'column-read', at));
    expect(column[0] / column[1]).toBeCloseTo(1.1, 1);
  });
});
