/** Checks the results' words about accesses that no lanes make, and about those that leave the CTA. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startInspection } from '../../../inspect/index.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { themes } from '../../../pictures/theme.ts';
import { defaultView } from '../../../pictures/view.ts';
import { guessLaunch } from '../../../ptx/outline/guess.ts';
import { outlineOf } from '../../../ptx/outline/outline.ts';
import { parseModule } from '../../../ptx/parse/module.ts';
import { accessAt } from '../../../trace/access-trace.ts';
import type { Launch } from '../../../trace/launch.ts';
import { type AccessChoice, accessChoices, accessTable, nameOf } from './access-list.ts';
import { accessFigures, accessRecords } from './access-records.ts';
import { addressTable, costWords, requestWords } from './access-words.ts';
import { keptRows, occurrenceOf } from './occurrences.ts';

/** Runs the guessed launch with the given changes. */
function runOf(file: string, kernel: string, changed: (launch: Launch) => Launch = launch => launch) {
  const module = parseModule(readFileSync(new URL(`../../../ptx/checks/fixtures/${file}`, import.meta.url), 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const entry = outline.entries.find(e => e.plainName === kernel)!;
  const launch = changed(guessLaunch(outline, entry).launch);
  const started = startInspection(module.value, launch, { faults: 'all' });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(100_000).done);
  return { inspection: started.value.finish(), launch };
}

const firstOf = ({ trace }: Inspection, choice: AccessChoice) =>
  occurrenceOf(accessAt(trace, keptRows(trace, choice, null)[0]));
const view = defaultView(themes.light, 'emulated', 640);

const copy = runOf('tensor-copies.sm_90a.ptx', 'waitRight');
const bulk = accessChoices(copy.inspection).filter(({ totals }) => totals.kind === 'bulk');

test('a tensor copy is read by sectors and written by lines, and no conflict is claimed', () => {
  expect(bulk.map(({ totals }) => totals.space)).toEqual(['shared', 'global']);
  const [write, read] = bulk.map(choice => firstOf(copy.inspection, choice));
  expect(requestWords(read.access)).toMatch(/: 32 chunks × 16 B$/);
  expect(costWords(read)).toBe('16 sectors, ideal 16, excess 0');
  expect(costWords(write)).toBe('4 lines');
  expect(costWords({ ...read, parts: 1, ideal: 1 })).toBe('1 sector, ideal 1, excess 0');
  expect(accessTable(bulk).rows.map(row => row[6])).toEqual(['lines', 'sectors']);
  expect(addressTable(write.access).columns[0]).toBe('chunk');
  expect(nameOf(bulk[0])).toBe('shared: cp.async.bulk.tensor.2d');
});

test('its chunks are drawn on the banks, without lanes', () => {
  const records = accessRecords(firstOf(copy.inspection, bulk[0]).access, copy.launch);
  if (records.by !== 'banks') throw new Error('not by banks');
  const { cost } = records.request;
  expect(cost).toMatchObject({ wavefronts: 4, ideal: 4, excess: 0 });
  expect(cost.hits.length).toBe(32 * 4);
  expect(cost.phases.map(({ words }) => words)).toEqual([32, 32, 32, 32]);
  const figures = accessFigures(records, view, null);
  expect(figures.map(({ title }) => title)).toEqual(['Bank map']);
  expect(figures[0].text).toMatch(/copy engine/);
  expect(figures[0].table?.().columns).toContain('chunks');
});

test('accesses of other CTAs say whose memory, and no cost beyond their number', () => {
  const { inspection, launch } = runOf('clusters.sm_90a.ptx', 'handRight');
  const choice = accessChoices(inspection).find(({ totals }) => totals.space === 'cluster')!;
  const occurrence = firstOf(inspection, choice);
  expect(costWords(occurrence)).toMatch(/^\d+ addresses$/);
  expect(accessRecords(occurrence.access, launch).by).toBe('addresses');
  expect(addressTable(occurrence.access).rows[0][1]).toMatch(/^rank [01] \+ 0x/);
});
