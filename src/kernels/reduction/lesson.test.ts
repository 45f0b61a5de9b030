/** The table of the lesson, number by number: from the model, and from the committed PTX run on the emulator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { popcount32 } from '../../base/bits.ts';
import { SummaryBuilder } from '../../model/banks/trace-summary.ts';
import { specOf } from '../../pages/exhibit/use-exhibit-state.ts';
import { requestsOf } from '../../panels/requests.ts';
import { emulate } from '../../ptx/index.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { decodeExhibit } from '../../state/exhibit-search.ts';
import { type Access, accessAt } from '../../trace/access-trace.ts';
import { exhibit, kernel } from './exhibit.tsx';

const PARAMS = { elements: 4096, threads: 256, ctas: 2 };
const STEPS = kernel.variants.filter(({ mustFail }) => mustFail === undefined);

/** Totals of a whole grid, as the table words them. */
class Totals {
  readonly #summary = new SummaryBuilder();
  #lanes = 0;

  add(access: Access): void {
    this.#summary.add(access);
    if (access.space === 'shared') this.#lanes += popcount32(access.activeMask);
  }

  cells(): string[] {
    const { shared, global } = this.#summary.finish();
    const requests = shared.load.requests + shared.store.requests;
    const wavefronts = shared.load.wavefronts + shared.store.wavefronts;
    return [`${requests}`, `${wavefronts}`, (this.#lanes / requests).toFixed(1), `${global.load.sectors}`];
  }
}

function predictedCells(variant: string): string[] {
  const totals = new Totals();
  for (let cta = 0; cta < kernel.launch(variant, PARAMS).grid[0]; cta++) {
    const { trace } = kernel.predict(variant, PARAMS, cta);
    for (let row = 0; row < trace.rows; row++) totals.add(accessAt(trace, row));
  }
  return totals.cells();
}

/** Also what warps carried out: PTX instructions, of which there are none in a prediction. */
function emulatedCells(variant: string): string[] {
  const path = join(import.meta.dirname, '../../../public/ptx', kernel.ptxPath(variant, PARAMS, 'sm_90'));
  const module = parseModule(readFileSync(path, 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const totals = new Totals();
  const observe = (access: Access) => totals.add(access);
  const run = emulate(module.value, kernel.launch(variant, PARAMS), { observe });
  if (!run.ok) throw new Error(run.error.message);
  return [...totals.cells(), `${run.value.warpInstructions}`];
}

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Cells of the table's row that names a variant, but its name and its link. */
function rowOf(title: string): string[] {
  const row = readme.split('\n').find(line => line.startsWith(`| ${title} `)) ?? '';
  return row
    .split('|')
    .slice(2, -1)
    .map(cell => cell.trim().replaceAll(',', ''));
}

test.each(STEPS)('the row of $title', ({ id, title }) => {
  const [ctas, ...cells] = rowOf(title);
  expect(ctas).toBe(`${kernel.launch(id, PARAMS).grid[0]}`);
  expect(cells).toEqual(emulatedCells(id));
  expect(cells.slice(0, -1)).toEqual(predictedCells(id));
});

const links = [...readme.matchAll(/`#\/banks\/reduction\?([^`]+)`/g)].map(([, search]) => search);

test('there is a link for each step', () => {
  expect(links).toHaveLength(STEPS.length);
});

test.each(links)('%s leads to an access that the first warp makes', search => {
  const { state, problems } = decodeExhibit(Object.fromEntries(new URLSearchParams(search)), specOf(kernel, exhibit));
  expect(problems).toEqual([]);
  for (const variant of state.variants) {
    const { trace } = kernel.predict(variant, state.params, state.cta);
    const places = requestsOf(trace, state.side);
    expect(places).toContainEqual(expect.objectContaining({ warp: state.warp, request: state.request }));
  }
});
