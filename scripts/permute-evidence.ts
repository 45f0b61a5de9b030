/**
 * Writes the table of src/model/permute/README.md: what each strategy costs over TTC's and cuTT's permutations, beside
 * what an independent brute-force simulation counted before this planner was written. node scripts/permute-evidence.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { elementsOf, moveOf, SCALARS } from '../src/model/permute/block.ts';
import { canonicalForm, isCopy } from '../src/model/permute/canonical.ts';
import { layoutOf, STATIC_SHARED_BYTES } from '../src/model/permute/plan.ts';
import type { Statistics } from '../src/model/permute/statistics/statistics.ts';
import { type Spread, type StrategySummary, summaries } from '../src/model/permute/statistics/summary.ts';
import { STRATEGIES } from '../src/model/permute/strategies.ts';
import { type Counted, ELEMENT_BYTES, PARTS, type Part } from './permute-evidence-sets.ts';
import { tableOf, withTable } from './readme-table.ts';

function statisticsOf({ cases, target, modesOf, takes }: Part): Statistics {
  const options = { elementBytes: ELEMENT_BYTES, targetElements: target, sharedBytes: STATIC_SHARED_BYTES };
  const blocks: Statistics['blocks'][number][] = [];
  const figures = cases().map(each => {
    const canonical = canonicalForm(each);
    const modes = modesOf(canonical, target);
    if (isCopy(canonical) || !takes(canonical, modes)) return { ...each, block: null };
    const move = moveOf(modes, canonical.perm, { ...options, vectors: SCALARS });
    const layouts = [...STRATEGIES.values()].flatMap(strategy => layoutOf(strategy, move) ?? []);
    return { ...each, block: blocks.push({ bytes: elementsOf(modes) * ELEMENT_BYTES, chosen: '', layouts }) - 1 };
  });
  return { options, cases: figures, blocks };
}

const ratioText = (ratio: number): string => String(Number(ratio.toFixed(2)));
const spreadText = ({ mean, worst }: Spread): string => `${ratioText(mean)} / ${ratioText(worst)}`;

const FIGURES = ['conflict-free', 'store', 'load', 'bytes'];
const HEAD: readonly string[] = ['set', 'strategy', 'cases', ...FIGURES, ...FIGURES];
/** Columns of text; the others hold numbers. */
const TEXTS = 2;
const NOT_COUNTED: Counted = ['—', '—', '—', '—'];

const cellsOf = (set: string, summary: StrategySummary, counted: Counted = NOT_COUNTED): string[] => {
  const { strategy, cases, conflictFree, store, load, bytes } = summary;
  const ours = [`${cases}`, `${conflictFree}`, spreadText(store), spreadText(load), spreadText(bytes)];
  return [set, strategy, ...ours, ...counted];
};

/** Rows of a set: ours, then what was counted before. */
export function rowsOf(name: string): string[][] {
  const part = PARTS[name];
  return summaries(statisticsOf(part))
    .filter(({ strategy }) => !part.countedOnly || strategy in part.counted)
    .map(row => cellsOf(name, row, part.counted[row.strategy]));
}

const README = new URL('../src/model/permute/README.md', import.meta.url);
if (import.meta.main) {
  const table = tableOf(HEAD, TEXTS, Object.keys(PARTS).flatMap(rowsOf));
  console.log(table.join('\n'));
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), 'scripts/permute-evidence.ts', table));
}
