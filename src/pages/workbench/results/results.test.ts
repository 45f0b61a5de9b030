/** Checks the results' words on real runs: the transpose with and without its padding, and local memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { startInspection } from '../../../inspect/index.ts';
import { kernel } from '../../../kernels/transpose/index.ts';
import { totalExecutions } from '../../../model/profile/execution-lines.ts';
import { tableText } from '../../../panels/kit/table-text.ts';
import { fetchOf } from '../../../pictures/coalescing/sectors.ts';
import { ELEMENT_UNWRITTEN, ELEMENT_WRONG } from '../../../pictures/records.ts';
import { themes } from '../../../pictures/theme.ts';
import { defaultView } from '../../../pictures/view.ts';
import { parseModule } from '../../../ptx/parse/module.ts';
import { bufferAddresses } from '../../../trace/device-addresses.ts';
import type { Launch } from '../../../trace/launch.ts';
import type { ShownResult } from '../run.ts';
import { accessChoices, accessTable, choicesOn, excessOf, worstChoice } from './access-list.ts';
import { accessFigures, accessRecords, sharedAccessScale } from './access-records.ts';
import { buffersOf, checkOf, elementTable, guessedColumns } from './buffer-list.ts';
import { accessPairs, comparedTotals, findingsApart, pairsTable, totalsTable, widestPair } from './comparison.ts';
import { divergenceRecords, profiledLines } from './divergence-records.ts';
import { keptRows, occurrenceOf, rankedRows, warpsOf } from './occurrences.ts';
import { printsWith, printTable } from './prints.ts';

const root = join(import.meta.dirname, '../../../..');

function runOf(ptx: string, launch: Launch, changes: Partial<WorkbenchDocument> = {}): ShownResult {
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const started = startInspection(module.value, launch, { faults: 'all' });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(100_000).done);
  const document: WorkbenchDocument = {
    version: 1,
    title: 'a kernel',
    source: { language: 'ptx', name: 'kernel.ptx', text: ptx },
    arch: 'sm_90',
    launch,
    guessed: [],
    ctas: null,
    tracedCta: 0,
    faults: 'all',
    expectations: [],
    ...changes,
  };
  return { inspection: started.value.finish(), ptx, document, warnings: [], cut: null, stale: false };
}

function transpose(variant: string, changes: Partial<WorkbenchDocument> = {}): ShownResult {
  const params = kernel.defaults;
  const ptx = readFileSync(join(root, 'public/ptx', kernel.ptxPath(variant, params, 'sm_90')), 'utf8');
  const cuda = readFileSync(join(root, 'cuda/kernels/transpose', `${variant}.cu`), 'utf8');
  const source = { language: 'cuda', name: `${variant}.cu`, text: cuda } as const;
  return runOf(ptx, kernel.launch(variant, params), { source, ...changes });
}

const tiled = transpose('tiled');
const padded = transpose('padded');
const choices = accessChoices(tiled.inspection);
const worst = worstChoice(choices)!;

describe('accesses', () => {
  test('are all instructions that touched memory, and the worst is the column', () => {
    expect(choices.map(({ totals }) => `${totals.space} ${totals.kind}`)).toEqual([
      'global load',
      'shared store',
      'shared load',
      'global store',
    ]);
    expect(worst.instruction).toMatch(/^ld\.shared/);
    expect(excessOf(worst)).toBe(worst.totals.requests * 31);
    expect(accessTable(choices).rows.map(row => row[9])).toEqual(choices.map(choice => `${excessOf(choice)}`));
  });

  test('of a line are found by source line and by PTX line', () => {
    const { file, line } = worst.totals;
    expect(choicesOn(choices, { file, line, ptxLine: 0 }).map(({ key }) => key)).toContain(worst.key);
    expect(choicesOn(choices, { file: '', line: 0, ptxLine: worst.ptxLine })).toEqual([worst]);
    expect(choicesOn(choices, { file, line: 1, ptxLine: 0 })).toEqual([]);
    expect(choicesOn(choices, null)).toEqual([]);
  });

  test('kept by the trace are those of its CTA, warp by warp', () => {
    const { trace } = tiled.inspection;
    const rows = keptRows(trace, worst, null);
    const warps = warpsOf(trace, rows);
    expect(warps).toEqual(Array.from({ length: 32 }, (_, warp) => warp));
    expect(warps.flatMap(warp => keptRows(trace, worst, warp))).toHaveLength(rows.length);
    expect(rows.every(row => trace.pc[row] === worst.totals.pc)).toBe(true);
    expect(occurrenceOf(worst.totals.worst)).toMatchObject({ parts: 32, ideal: 1 });
  });

  test('ranked start with the one that the totals call worst', () => {
    const { trace } = tiled.inspection;
    const [first] = rankedRows(trace, keptRows(trace, worst, null));
    expect(trace.activeMask[first]).toBe(worst.totals.worst.activeMask);
  });
});

describe('pictures', () => {
  const view = defaultView(themes.light, 'emulated', 400);

  test('of shared memory are by banks, of global memory by sectors from their buffer on', () => {
    const [load] = choices;
    expect(accessRecords(worst.totals.worst, tiled.document.launch).by).toBe('banks');
    const records = accessRecords(load.totals.worst, tiled.document.launch);
    if (records.by !== 'sectors') throw new Error(records.by);
    const starts = bufferAddresses(tiled.document.launch);
    expect(records.records.origin).toEqual({ name: 'in', byteAddress: starts.get('in') });
  });

  test('of two versions have as many lines each, as many as the longer one reaches', () => {
    const pair = widestPair(accessPairs(tiled, padded))!;
    const both = [pair.a!, pair.b!].map(({ totals }) => accessRecords(totals.worst, tiled.document.launch));
    const scale = sharedAccessScale(both);
    expect(scale.lineCount).toBe(33);
    const [first, second] = both.map(records => accessFigures(records, view, scale)[0].scene.height);
    expect(first).toBe(second);
    expect(sharedAccessScale(both.slice(0, 1)).lineCount).toBeNull();
  });

  test('of local memory are interleaved: one index for all lanes is coalesced', () => {
    const ptx = readFileSync(join(root, 'src/inspect/fixtures/habits.sm_90.ptx'), 'utf8');
    const launch: Launch = {
      entry: 'localWrong',
      grid: [1, 1, 1],
      block: [64, 1, 1],
      buffers: [{ name: 'out', type: 'f32', length: 256, init: { kind: 'zeros' } }],
      params: [
        { kind: 'pointer', buffer: 'out' },
        { kind: 'scalar', type: 's32', value: 20 },
      ],
    };
    const local = accessChoices(runOf(ptx, launch).inspection).filter(({ totals }) => totals.space === 'local');
    expect(local.length).toBeGreaterThan(0);
    for (const { totals } of local) {
      const records = accessRecords(totals.worst, launch);
      if (records.by !== 'sectors') throw new Error(records.by);
      const each = Math.max(1, totals.worst.widthBytes / 4);
      expect(fetchOf(records.records.access).sectors.length * each).toBe(occurrenceOf(totals.worst).parts);
    }
  });
});

describe('outputs', () => {
  const { buffers } = tiled.inspection.emulation;
  const expected = (values: readonly number[]): Partial<WorkbenchDocument> => ({
    expectations: [{ buffer: 'out', by: { kind: 'values', values }, tolerance: 0 }],
  });
  const document = (changes: Partial<WorkbenchDocument>) => ({ ...tiled.document, ...changes });
  const [out] = buffersOf(buffers, tiled.document);
  const found = elementTable(out, null).rows.map(([, value]) => Number(value));

  test('come first, then what was read', () => {
    expect(buffersOf(buffers, tiled.document).map(({ name }) => name)).toEqual(['out', 'in']);
    expect(checkOf(out, tiled.document, [])).toBeNull();
  });

  test('are right where they hold what is expected', () => {
    const check = checkOf(out, document(expected(found)), []);
    expect(check).toMatchObject({ ok: true, value: { wrong: 0, firstWrong: null, unwritten: 0 } });
  });

  test('that are wrong say which first, and what was never written', () => {
    const bytes = out.bytes.slice();
    bytes.fill(0xff, bytes.length - 4);
    bytes[4] ^= 1;
    const check = checkOf({ ...out, bytes }, document(expected(found)), []);
    if (!check?.ok) throw new Error('no check');
    expect(check.value).toMatchObject({ wrong: 2, firstWrong: 1, unwritten: 1 });
    expect(check.value.states[1]).toBe(ELEMENT_WRONG);
    expect(check.value.states.at(-1)).toBe(ELEMENT_UNWRITTEN);
    expect(elementTable({ ...out, bytes }, check.value, 1, 2).rows[0].slice(2)).toEqual([`${found[1]}`, 'wrong']);
  });

  test('with an expectation that cannot be computed say why', () => {
    const by = { kind: 'formula', formula: 'nothing[i]' } as const;
    const check = checkOf(out, document({ expectations: [{ buffer: 'out', by, tolerance: 0 }] }), []);
    expect(check).toMatchObject({ ok: false, error: { field: 'by.formula' } });
  });

  test.each([
    [4096, 64],
    [2560, 64],
    [48, 16],
    [7, 7],
    [0, 1],
  ])('of %i elements are shown %i wide', (length, columns) => expect(guessedColumns(length)).toBe(columns));
});

describe('divergence', () => {
  test('by line has the words of the source, and the sums of the profile', () => {
    const { lines, classes } = divergenceRecords(profiledLines(tiled.inspection.profile, 'source'), tiled);
    expect(lines.find(({ line }) => line === 16)?.text.trim()).toBe('__syncthreads();');
    const issues = classes.reduce((sum, entry) => sum + entry.issues, 0);
    expect(issues).toBe(totalExecutions(tiled.inspection.profile).issues);
  });

  test('by PTX instruction has its text', () => {
    const records = divergenceRecords(profiledLines(tiled.inspection.profile, 'ptx'), tiled);
    expect(records.lines.map(({ text }) => text)).toEqual(
      tiled.inspection.profile.instructions.map(({ text }) => text),
    );
  });
});

test('prints are searched by text and by thread', () => {
  const print = (warp: number, text: string) => ({ who: { cta: 0, warp, lane: 3 }, text });
  const prints = [print(0, 'sum 7'), print(1, 'Sum 9'), print(1, 'sum 7')];
  expect(printsWith(prints, 'SUM 7').map(({ place }) => place)).toEqual([0, 2]);
  expect(printsWith(prints, 'warp 1').map(({ text }) => text)).toEqual(['Sum 9', 'sum 7']);
  expect(tableText(printTable(prints.slice(1, 2)), 'csv')).toBe('cta,warp,lane,text\n0,1,3,Sum 9\n');
  expect(JSON.parse(tableText(printTable(prints), 'json'))[0]).toEqual({
    cta: '0',
    warp: '0',
    lane: '3',
    text: 'sum 7',
  });
});

describe('two versions', () => {
  const totals = comparedTotals(tiled.inspection, padded.inspection);

  test('are compared by what both did', () => {
    const of = (name: string) => totals.find(total => total.name === name);
    expect(of('requests, shared')).toMatchObject({ a: 256, b: 256 });
    expect(of('excess wavefronts, shared')).toMatchObject({ a: 128 * 31, b: 0 });
    expect(of('sectors, local')).toBeUndefined();
    expect(of('active lanes of 32, mean')?.full).toBe(32);
    expect(totalsTable(totals).rows).toHaveLength(totals.length);
  });

  test('have their instructions paired, and the widest pair is the column', () => {
    const pairs = accessPairs(tiled, padded);
    expect(pairs).toHaveLength(4);
    for (const { a, b } of pairs) expect(b?.totals).toMatchObject({ space: a?.totals.space, kind: a?.totals.kind });
    const pair = widestPair(pairs)!;
    expect([pair.a, pair.b].map(choice => choice && excessOf(choice))).toEqual([128 * 31, 0]);
    expect(pairsTable(pairs).rows[2].slice(2, 5)).toEqual(['wavefronts', `${128 * 32}`, '128']);
  });

  test('that differ in their instructions keep those of one alone', () => {
    const naive = transpose('naive');
    const pairs = accessPairs(tiled, naive);
    expect(pairs.filter(({ b }) => b === null).map(({ a }) => a?.totals.space)).toEqual(['shared', 'shared']);
    expect(accessPairs(naive, tiled).filter(({ a }) => a === null)).toHaveLength(2);
  });

  test('lose and gain findings', () => {
    const { gone, fresh } = findingsApart(tiled, padded);
    expect(gone.map(({ kind }) => kind)).toEqual(['bankConflicts']);
    expect(fresh).toEqual([]);
    expect(findingsApart(padded, tiled).fresh).toEqual(gone);
    expect(findingsApart(tiled, tiled)).toEqual({ gone: [], fresh: [] });
  });
});
