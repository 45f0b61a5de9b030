/** What an index into records tells of them: how far one is from the next one, or that it leads to one of several elements inside of one. */
import { greatestOf, leastOf } from '../../base/extremes.ts';
import { addends } from './added-nodes.ts';
import type { AddressSlice } from './address-slice.ts';
import { commonDivisor, LinearForms } from './linear-form.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** An array inside a record: `child[8]` of a node. */
export interface InnerArray {
  readonly byteOffset: number;
  readonly strideBytes: number;
  readonly count: number;
}

export interface RecordIndex {
  /** From one record to the next one; null where there is only one, or no code tells. */
  readonly strideBytes: number | null;
  readonly inner: readonly InnerArray[];
}

export const NO_INDEX: RecordIndex = { strideBytes: null, inner: [] };

/** Elements where no mask says how many. */
const ELEMENTS = 8;
const MOST_ELEMENTS = 64;

/** An access through a pointer, and what its index is multiplied by; 0 for no index. */
interface Reached {
  readonly byteOffset: number;
  readonly bytes: number;
  readonly factor: number;
  readonly count: number;
}

export function recordIndex(slice: AddressSlice, pointer: ScalarPlace): RecordIndex {
  const forms = new LinearForms(slice);
  const through = slice.accesses.filter(({ address }) =>
    [...addends(slice, address)].some(one => {
      const node = slice.nodes[one];
      return node.op === 'param' && isSame(node.place, pointer);
    }),
  );
  const reached = through.map(({ address, byteOffset, bytes }): Reached => {
    const added = addends(slice, address);
    const { constant, terms } = forms.of(address);
    // Which of two fields it is, or which of two pointers, is no index.
    const isChoice = (key: string): boolean => key.startsWith('#') && added.has(Number(key.slice(1)));
    const own = [...terms].filter(([key, { factor, isOfThread }]) => !((isOfThread || factor === 1) && isChoice(key)));
    const factor = own.reduce((step, [, term]) => commonDivisor(step, term.factor), 0);
    const [key] = own.length === 1 ? own[0] : [''];
    return { byteOffset: constant + byteOffset, bytes, factor, count: countOf(slice, Number(key.slice(1))) };
  });
  const stride = reached.reduce((step, { factor }) => commonDivisor(step, factor), 0);
  if (stride === 0) return NO_INDEX;
  const inner = innerArrays(reached);
  return inner.length > 0 ? { strideBytes: null, inner } : { strideBytes: stride, inner: [] };
}

/** As many as a mask leaves. */
function countOf({ nodes }: AddressSlice, index: number): number {
  const node = nodes[index];
  const by = node?.op === 'and' ? nodes[node.b] : undefined;
  return by?.op === 'number' && by.value > 0 ? Math.min(MOST_ELEMENTS, by.value + 1) : ELEMENTS;
}

/** Where other fields are read ahead of all that an index leads to, or behind: then the index is one inside of a record. */
function innerArrays(reached: readonly Reached[]): InnerArray[] {
  const fixed = reached.filter(({ factor }) => factor === 0);
  const starts = new Map<number, Reached>();
  for (const one of reached) if (one.factor !== 0) starts.set(one.byteOffset, one);
  const inner = [...starts.values()].map(({ byteOffset, factor, count }) => ({
    ...{ byteOffset, strideBytes: factor },
    count: Math.min(count, ...boundsBehind(byteOffset, factor, [...fixed, ...starts.values()])),
  }));
  if (fixed.length === 0 || inner.length === 0) return [];
  const start = leastOf(inner.map(({ byteOffset }) => byteOffset));
  const end = greatestOf(inner.map(({ byteOffset, strideBytes, count }) => byteOffset + strideBytes * count));
  const isBeside = fixed.every(({ byteOffset, bytes }) => byteOffset + bytes <= start || byteOffset >= end);
  return isBeside && start >= 0 ? inner : [];
}

/** Elements up to each of the fields behind. */
const boundsBehind = (from: number, strideBytes: number, fields: readonly Reached[]): number[] =>
  fields.flatMap(({ byteOffset }) =>
    byteOffset > from ? [Math.max(1, Math.floor((byteOffset - from) / strideBytes))] : [],
  );
