/** Two runs against each other: totals, the memory instructions that correspond, and the findings of one alone. Pure. */
import type { Inspection } from '../../../inspect/inspection.ts';
import { executionsByClass, meanLanes, totalExecutions } from '../../../model/profile/execution-lines.ts';
import type { Table } from '../../../pictures/view.ts';
import type { Space } from '../../../trace/access-trace.ts';
import type { Finding } from '../../../trace/finding.ts';
import { identityOf, placeWords, withoutEqual } from '../findings/finding-words.ts';
import type { ShownResult } from '../run.ts';
import { type AccessChoice, accessChoices, excessOf, mnemonicOf, placeOf, unitOf } from './access-list.ts';

export interface ComparedTotal {
  readonly name: string;
  /** Null where nothing of the kind was done. */
  readonly a: number | null;
  readonly b: number | null;
  /** Full length of the bars; the greater of the two unless the quantity has a scale of its own. */
  readonly full: number;
}

const MEMORY: readonly (readonly [Space, name: string, unit: string])[] = [
  ['shared', 'shared', 'wavefronts'],
  ['global', 'global', 'sectors'],
  ['local', 'local', 'sectors'],
];

type Quantity = readonly [name: string, of: (inspection: Inspection) => number | null, full?: number];

const sumOf = (space: Space, field: 'requests' | 'parts' | 'ideal') => (inspection: Inspection) => {
  const own = inspection.lines.instructions.filter(totals => totals.space === space);
  return own.length === 0 ? null : own.reduce((sum, totals) => sum + totals[field], 0);
};

const excess = (space: Space) => (inspection: Inspection) => {
  const parts = sumOf(space, 'parts')(inspection);
  return parts === null ? null : parts - (sumOf(space, 'ideal')(inspection) ?? 0);
};

const QUANTITIES: readonly Quantity[] = [
  ...MEMORY.flatMap(([space, name, unit]): Quantity[] => [
    [`requests, ${name}`, sumOf(space, 'requests')],
    [`${unit}, ${name}`, sumOf(space, 'parts')],
    [`ideal ${unit}, ${name}`, sumOf(space, 'ideal')],
    [`excess ${unit}, ${name}`, excess(space)],
  ]),
  ['active lanes of 32, mean', ({ profile }) => meanLanes(totalExecutions(profile)), 32],
  ['warp instructions (PTX)', ({ profile }) => totalExecutions(profile).issues],
];

/** Totals of both runs; a class that neither run executed is left out. */
export function comparedTotals(a: Inspection, b: Inspection): readonly ComparedTotal[] {
  const classes = new Map<string, [number | null, number | null]>();
  for (const [side, { profile }] of [a, b].entries())
    for (const entry of executionsByClass(profile)) {
      const pair = classes.get(entry.class) ?? [null, null];
      pair[side] = entry.issues;
      classes.set(entry.class, pair);
    }
  const all = [
    ...QUANTITIES.map(([name, of, full]) => ({ name, a: of(a), b: of(b), full })),
    ...[...classes].map(([name, [ofA, ofB]]) => ({ name: `${name} instructions`, a: ofA, b: ofB, full: undefined })),
  ];
  return all
    .filter(total => total.a !== null || total.b !== null)
    .map(total => ({ ...total, full: total.full ?? Math.max(1, total.a ?? 0, total.b ?? 0) }));
}

export interface AccessPair {
  readonly a: AccessChoice | null;
  readonly b: AccessChoice | null;
}

const sourceLines = ({ source }: ShownResult['document']): readonly string[] =>
  source.language === 'cuda' ? source.text.split('\n') : [];

type Words = (choice: AccessChoice) => string;

const kindWords: Words = ({ totals }) => `${totals.space} ${totals.kind}`;

/**
 * Words that identify an instruction in a text that was edited since: the words of its line, what it does, and where.
 */
function lineWords({ document }: ShownResult): Words {
  const lines = sourceLines(document);
  return choice =>
    `${kindWords(choice)} ${mnemonicOf(choice.instruction)} ${lines[choice.totals.line - 1]?.trim() ?? ''}`;
}

/**
 * Pairs of accesses: first those with the same words, in order; then the remaining ones, in order among those of one
 * space and kind.
 */
export function accessPairs(a: ShownResult, b: ShownResult): readonly AccessPair[] {
  const [ofA, ofB] = [accessChoices(a.inspection), accessChoices(b.inspection)];
  const partners = new Map<AccessChoice, AccessChoice>();
  pairUp(partners, ofA, ofB, lineWords(a), lineWords(b));
  pairUp(partners, ofA, ofB, kindWords, kindWords);
  const taken = new Set(partners.values());
  return [
    ...ofA.map(own => ({ a: own, b: partners.get(own) ?? null })),
    ...ofB.filter(other => !taken.has(other)).map(other => ({ a: null, b: other })),
  ];
}

function pairUp(
  partners: Map<AccessChoice, AccessChoice>,
  ofA: readonly AccessChoice[],
  ofB: readonly AccessChoice[],
  wordsA: Words,
  wordsB: Words,
): void {
  const taken = new Set(partners.values());
  const free = new Map<string, AccessChoice[]>();
  for (const choice of ofB) {
    if (taken.has(choice)) continue;
    const words = wordsB(choice);
    free.set(words, [...(free.get(words) ?? []), choice]);
  }
  for (const own of ofA) {
    const partner = partners.has(own) ? undefined : free.get(wordsA(own))?.shift();
    if (partner !== undefined) partners.set(own, partner);
  }
}

/** The pair whose excess differs most, and of equals the one with most excess; null without any. */
export const widestPair = (pairs: readonly AccessPair[]): AccessPair | null =>
  pairs.toSorted((x, y) => gapOf(y) - gapOf(x) || mostExcess(y) - mostExcess(x))[0] ?? null;

const excessIn = (choice: AccessChoice | null): number => (choice === null ? 0 : excessOf(choice));
const gapOf = ({ a, b }: AccessPair): number => Math.abs(excessIn(a) - excessIn(b));
const mostExcess = ({ a, b }: AccessPair): number => Math.max(excessIn(a), excessIn(b));

export interface FindingsApart {
  /** Findings only of A: they are gone in B. */
  readonly gone: readonly Finding[];
  /** Findings only of B: they are new there. */
  readonly fresh: readonly Finding[];
}

export function findingsApart(a: ShownResult, b: ShownResult): FindingsApart {
  const [ofA, ofB] = [a, b].map(({ inspection, document }) =>
    inspection.findings.map(finding => identityOf(finding, sourceLines(document))),
  );
  const [gone, fresh] = [withoutEqual(ofA, ofB), withoutEqual(ofB, ofA)];
  return {
    gone: a.inspection.findings.filter((_, at) => gone.has(at)),
    fresh: b.inspection.findings.filter((_, at) => fresh.has(at)),
  };
}

export const totalsTable = (totals: readonly ComparedTotal[]): Table => ({
  columns: ['quantity', 'A', 'B'],
  rows: totals.map(({ name, a, b }) => [name, a === null ? '' : `${a}`, b === null ? '' : `${b}`]),
});

export const pairsTable = (pairs: readonly AccessPair[]): Table => ({
  columns: ['placeA', 'placeB', 'unit', 'partsA', 'partsB', 'idealA', 'idealB', 'excessA', 'excessB'],
  rows: pairs.map(({ a, b }) => {
    const of = (read: (choice: AccessChoice) => string | number) =>
      [a, b].map(choice => (choice === null ? '' : `${read(choice)}`));
    return [
      ...of(choice => placeWords(placeOf(choice))),
      unitOf((a ?? b)?.totals ?? { space: 'shared', kind: 'load' }),
      ...of(choice => choice.totals.parts),
      ...of(choice => choice.totals.ideal),
      ...of(excessOf),
    ];
  }),
});
