/**
 * Writes the table of src/model/permute/README.md: what each strategy costs over TTC's and cuTT's permutations, beside
 * what an independent brute-force simulation counted before this planner was written. node scripts/permute-evidence.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { blockOf, elementsOf, type Mode, moveOf, SCALARS } from '../src/model/permute/block.ts';
import { canonicalForm, isCopy } from '../src/model/permute/canonical.ts';
import type { Permutation } from '../src/model/permute/permutation.ts';
import { layoutOf, STATIC_SHARED_BYTES } from '../src/model/permute/plan.ts';
import type { NamedCase } from '../src/model/permute/statistics/case-set.ts';
import { cuttTest1 } from '../src/model/permute/statistics/cutt.ts';
import { randomPowerCases } from '../src/model/permute/statistics/random-cases.ts';
import { movesLines, type Statistics } from '../src/model/permute/statistics/statistics.ts';
import { type Spread, type StrategySummary, summaries } from '../src/model/permute/statistics/summary.ts';
import { ttcCases } from '../src/model/permute/statistics/ttc.ts';
import { STRATEGIES } from '../src/model/permute/strategies.ts';

/** Conflict-free on both sides, store, load, bytes: mean and worst, as that simulation printed them. */
type Counted = readonly [conflictFree: string, store: string, load: string, bytes: string];

interface Part {
  readonly cases: () => readonly NamedCase[];
  readonly target: number;
  readonly modesOf: (canonical: Permutation, target: number) => readonly Mode[];
  /** Which of the permutations that are no copies go through shared memory. */
  readonly takes: (canonical: Permutation, modes: readonly Mode[]) => boolean;
  readonly counted: Readonly<Record<string, Counted>>;
  /** Leaves out the strategies that were not counted before. */
  readonly countedOnly?: true;
}

const ELEMENT_BYTES = 4;
const byPlanner: Part['modesOf'] = (canonical, target) => blockOf(canonical, target).modes;
const inNoLines: Part['takes'] = canonical => !movesLines(canonical, ELEMENT_BYTES);
const ofTwoWarps: Part['takes'] = (_, modes) => elementsOf(modes) >= 64;

/** The prefix of a dimension list that holds `target` elements: how much of each dimension. */
function prefixOf(shape: readonly number[], order: readonly number[], target: number): number[] {
  const prefix = shape.map(() => 1);
  let elements = 1;
  for (const dim of order) {
    prefix[dim] = Math.min(shape[dim], Math.ceil(target / elements));
    elements *= prefix[dim];
  }
  return prefix;
}

/** As the independent simulation built blocks: a dimension of both prefixes stays one index, as long as the longer needs. */
function oneIndexEach({ shape, perm }: Permutation, target: number): Mode[] {
  const dims = shape.map((_, dim) => dim);
  const read = prefixOf(shape, dims.toReversed(), target);
  const write = prefixOf(shape, perm.toReversed(), target);
  return dims.map(dim => ({
    dim,
    extent: Math.max(read[dim], write[dim]),
    inRead: read[dim] > 1,
    inWrite: write[dim] > 1,
  }));
}

const ttc = { cases: ttcCases, modesOf: byPlanner, takes: inNoLines };
const TEST1_COUNTED: Part['counted'] = {
  none: ['1', '1', '12.3 / 32', '1'],
  'odd-row': ['55', '1.05', '3.0 / 8', '1.02'],
  'write-order residue': ['137', '1.96 / 4', '1.36 / 2', '6.6 / 17'],
};
const test1 = { cases: () => cuttTest1(6), target: 32, takes: ofTwoWarps, counted: TEST1_COUNTED };

const PARTS: Readonly<Record<string, Part>> = {
  'TTC, target 32': {
    ...ttc,
    target: 32,
    counted: {
      none: ['0', '1 / 1', '30.7 / 32', '1'],
      'odd-row': ['45', '1 / 1', '1.04 / 2', '1.03'],
      'write-order residue': ['47', '1 / 1', '1 / 1', '1.04 / 1.25'],
    },
  },
  'TTC, target 64': {
    ...ttc,
    target: 64,
    counted: {
      'write-order residue': ['41', '2.97 / 32', '1.0 / 1', '3.0 / 32'],
      'without the first read dim': ['43', '1.01 / 1.33', '1.01 / 1.33', '1.05 / 1.35'],
    },
  },
  'cuTT test1, ranks 2 to 6': { ...test1, modesOf: byPlanner },
  'the same, one index a dimension': { ...test1, modesOf: oneIndexEach, countedOnly: true },
  'random powers of two': {
    cases: randomPowerCases,
    target: 32,
    modesOf: byPlanner,
    takes: ofTwoWarps,
    countedOnly: true,
    counted: {
      'write-order residue': ['170 of 317', '2.94 / 16', '1.00 / 1', '4.1 / 17'],
      xor: ['317 of 317', '1 / 1', '1 / 1', '1.00'],
    },
  },
};

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

const HEAD = [
  '| set | strategy | cases | conflict-free | store | load | bytes | conflict-free | store | load | bytes |',
  '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
];

const rowOf = (set: string, summary: StrategySummary, counted: Counted = ['—', '—', '—', '—']): string => {
  const { strategy, cases, conflictFree, store, load, bytes } = summary;
  const ours = [cases, conflictFree, spreadText(store), spreadText(load), spreadText(bytes)];
  return `| ${[set, strategy, ...ours, ...counted].join(' | ')} |`;
};

/** Rows of a set: ours, then what was counted before. */
export function rowsOf(name: string): string[] {
  const part = PARTS[name];
  return summaries(statisticsOf(part))
    .filter(({ strategy }) => !part.countedOnly || strategy in part.counted)
    .map(row => rowOf(name, row, part.counted[row.strategy]));
}

const README = new URL('../src/model/permute/README.md', import.meta.url);
const [FIRST, LAST] = ['<!-- written by scripts/permute-evidence.ts -->', '<!-- end -->'];

/** `text` with the table between its marks. */
export function withTable(text: string, table: readonly string[]): string {
  const [start, end] = [text.indexOf(FIRST), text.indexOf(LAST)];
  if (start < 0 || end < start) throw new Error(`src/model/permute/README.md lacks '${FIRST}' and '${LAST}'`);
  return `${text.slice(0, start)}${[FIRST, '', ...table, '', LAST].join('\n')}${text.slice(end + LAST.length)}`;
}

if (import.meta.main) {
  const table = [...HEAD, ...Object.keys(PARTS).flatMap(rowsOf)];
  console.log(table.join('\n'));
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), table));
}
