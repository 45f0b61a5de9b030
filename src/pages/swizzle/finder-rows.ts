/** The finder's candidates as a table: its columns, their order, and the same as CSV and JSON. */

import { csvText } from '../../base/csv.ts';
import { bytes, MISSING } from '../../base/numbers.ts';
import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { type Candidate, findSwizzles } from '../../model/swizzle/finder.ts';
import { cuteName } from '../../model/swizzle/swizzle-names.ts';
import { accessName, accessOf } from '../kit/tile/access-list.ts';
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import type { UnitNotation } from './pattern-names.ts';
import { tilesOf } from './tile-of-state.ts';

/** What the search depends on. */
export type FinderInput = Pick<SwizzleState, 'rows' | 'columns' | 'elementBytes' | 'base' | 'wanted' | 'lanes'>;

export interface Found {
  /** Ids of the accesses, in the order of the candidates' counts. */
  readonly wanted: readonly string[];
  readonly candidates: readonly Candidate[];
}

export function found(input: FinderInput): Found {
  const own = laneOffsets(input.lanes);
  const wanted = input.wanted.filter(id => own.ok || !id.startsWith('own'));
  const accesses = wanted.map(id => accessOf(id, own.ok ? own.value : [])!);
  if (wanted.length === 0) return { wanted, candidates: [] };
  const { before } = tilesOf({ ...swizzleLink.defaults, ...input });
  return { wanted, candidates: findSwizzles({ tile: before, accesses }) };
}

export interface FinderColumn {
  readonly id: string;
  readonly name: string;
  readonly shown: (candidate: Candidate) => number | string | boolean;
}

const ON_BYTES: UnitNotation = { unit: 'bytes', elementBytes: 1 };

export const candidateName = ({ swizzle, padBytes }: Candidate, { unit, elementBytes }: UnitNotation): string => {
  const names = [
    // No candidate flips bits inside of an element.
    ...(swizzle.bits > 0 ? [cuteName(swizzle, unit, elementBytes)!] : []),
    ...(padBytes > 0 ? [`padding of ${bytes(padBytes)}`] : []),
  ];
  return names.length === 0 ? 'none' : names.join(' and ');
};

export const isDrawn = ({ swizzle, padBytes }: Candidate, state: SwizzleState): boolean =>
  state.formula === '' && state.pad * state.elementBytes === padBytes && sameSwizzle(swizzle, state.swizzle);

const sameSwizzle = (a: Swizzle, b: Swizzle): boolean =>
  a.bits === b.bits && (a.bits === 0 || (a.base === b.base && a.shift === b.shift));

/** What draws it. */
export const drawnBy = (
  { swizzle, padBytes }: Candidate,
  { elementBytes }: SwizzleState,
): Pick<SwizzleState, 'swizzle' | 'pad' | 'formula'> => ({ swizzle, pad: padBytes / elementBytes, formula: '' });

/** The pattern comes first, and is no number. */
export const finderColumns = (wanted: readonly string[], notation = ON_BYTES): FinderColumn[] => [
  {
    id: 'pattern',
    name: `Pattern, on ${notation.unit}`,
    shown: candidate => candidateName(candidate, notation),
  },
  ...wanted.map((id, at) => ({
    id,
    name: accessName(id),
    shown: ({ counts }: Candidate) => counts[at].wavefronts,
  })),
  { id: 'wavefronts', name: 'Wavefronts', shown: candidate => candidate.wavefronts },
  { id: 'bytes', name: 'Shared memory', shown: candidate => candidate.bytes },
  { id: 'aligned16', name: '16 B aligned', shown: candidate => candidate.aligned16 },
  { id: 'tma', name: 'TMA', shown: candidate => candidate.tma ?? MISSING },
];

/** By a column, with a minus for the greatest first; equal ones, and a sort of no column, stay best first. */
export function sorted({ wanted, candidates }: Found, sort: string): readonly Candidate[] {
  const column = finderColumns(wanted).find(({ id }) => id === sort.replace(/^-/, ''));
  if (column === undefined) return candidates;
  const sign = sort.startsWith('-') ? -1 : 1;
  return candidates.toSorted((a, b) => sign * compared(column.shown(a), column.shown(b)));
}

function compared(a: number | string | boolean, b: number | string | boolean): number {
  if (typeof a === 'string') return a.localeCompare(`${b}`, 'en', { numeric: true });
  return Number(a) - Number(b);
}

/** What a click on a head asks for: ascending, descending, best first again. */
export const nextSort = (sort: string, id: string): string => (sort === id ? `-${id}` : sort === `-${id}` ? '' : id);

export function finderCsv(all: Found): string {
  const columns = finderColumns(all.wanted);
  const rows = all.candidates.map(candidate => columns.map(({ shown }) => shown(candidate)));
  return csvText([columns.map(({ id }) => id), ...rows]);
}

export function finderJson({ wanted, candidates }: Found, link: string): string {
  const rows = candidates.map(({ counts, ...candidate }) => ({
    ...candidate,
    accesses: Object.fromEntries(wanted.map((id, at) => [id, counts[at]])),
  }));
  return `${JSON.stringify({ link, rows }, null, 2)}\n`;
}
