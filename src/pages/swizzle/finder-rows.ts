/** The finder's candidates as a table: its columns, and the same as CSV and JSON. */

import { csvText } from '../../base/csv.ts';
import { bytes, MISSING } from '../../base/numbers.ts';
import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { type Candidate, findSwizzles } from '../../model/swizzle/finder.ts';
import { cuteName } from '../../model/swizzle/swizzle-names.ts';
import type { Column } from '../../panels/kit/table-columns.ts';
import { accessName, accessOf } from '../kit/tile/access-list.ts';
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import type { UnitNotation } from './pattern-names.ts';
import { tilesOf } from './tile-of-state.ts';

/** State on which the search depends. */
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

export interface FinderColumn extends Pick<Column<Candidate>, 'key' | 'sort'> {
  readonly name: string;
  readonly value: (candidate: Candidate) => number | string | boolean;
}

const finderColumn = (key: string, name: string, value: FinderColumn['value']): FinderColumn => ({
  key,
  name,
  value,
  sort: candidate => {
    const found = value(candidate);
    return typeof found === 'boolean' ? Number(found) : found;
  },
});

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

/** State that draws the candidate. */
export const drawnBy = (
  { swizzle, padBytes }: Candidate,
  { elementBytes }: SwizzleState,
): Pick<SwizzleState, 'swizzle' | 'pad' | 'formula'> => ({ swizzle, pad: padBytes / elementBytes, formula: '' });

/** The pattern comes first, and is no number. */
export const finderColumns = (wanted: readonly string[], notation = ON_BYTES): FinderColumn[] => [
  finderColumn('pattern', `Pattern, on ${notation.unit}`, candidate => candidateName(candidate, notation)),
  ...wanted.map((id, at) => finderColumn(id, accessName(id), ({ counts }) => counts[at].wavefronts)),
  finderColumn('wavefronts', 'Wavefronts', candidate => candidate.wavefronts),
  finderColumn('bytes', 'Shared memory', candidate => candidate.bytes),
  finderColumn('aligned16', '16 B aligned', candidate => candidate.aligned16),
  finderColumn('tma', 'TMA', candidate => candidate.tma ?? MISSING),
];

export function finderCsv({ wanted, candidates }: Found): string {
  const columns = finderColumns(wanted);
  return csvText([
    columns.map(({ key }) => key),
    ...candidates.map(candidate => columns.map(({ value }) => value(candidate))),
  ]);
}

export function finderJson({ wanted, candidates }: Found, link: string): string {
  const rows = candidates.map(({ counts, ...candidate }) => ({
    ...candidate,
    accesses: Object.fromEntries(wanted.map((id, at) => [id, counts[at]])),
  }));
  return `${JSON.stringify({ link, rows }, null, 2)}\n`;
}
