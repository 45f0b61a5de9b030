/**
 * Arrays among a kernel's parameters and in a thread's own memory: what is loaded from an address with an index in it. Host programs
 * pass lists of tensors by value, as a struct of arrays.
 */
import { assert } from '../../base/assert.ts';
import type { Instruction } from '../parse/ast.ts';
import { addends } from './added-nodes.ts';
import type { AddressSlice } from './address-slice.ts';
import type { DataFlow } from './data-flow.ts';
import { isIndexed, placesAt } from './indexed-places.ts';
import { commonDivisor, LinearForms } from './linear-form.ts';
import { accessForms } from './memory-access.ts';
import { NodeInputs } from './node-inputs.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SourceSet } from './sources.ts';

export interface OwnArray {
  /** Its first element, in a parameter; null in the thread's own memory. */
  readonly place: ScalarPlace | null;
  readonly elementBytes: number;
  /** From one element to the next: more than an element's bytes, where it is a field of a struct. */
  readonly strideBytes: number;
  /** Whether that is the step of a loop, which may be unrolled: then it is that of several elements. */
  readonly isStepped: boolean;
  /** Elements, in a thread's own memory; null in a parameter, where the next field tells. */
  readonly count: number | null;
  /** What goes into the index. */
  readonly index: SourceSet;
  readonly limits: readonly IndexLimit[];
}

/** A parameter that the index stays below, by a remainder or by a comparison; or that is a part of it itself. */
export interface IndexLimit {
  readonly place: ScalarPlace;
  readonly isIndex: boolean;
}

/** `slice`: null where it is not known. */
export function ownArrays(flow: DataFlow, slice: AddressSlice | null): readonly OwnArray[] {
  const { sources } = flow;
  return flow.functions.flatMap(f =>
    f.instructions.flatMap(instruction => {
      const [form] = instruction.opcode === 'ld' ? accessForms(f, instruction) : [];
      if (form === undefined || form.bytes === 0) return [];
      const at = flow.addressFlow(f, form.address);
      if (!isIndexed(sources, at)) return [];
      const index = sources.ofKind(at.base, 'place').reduce((rest, place) => rest & ~sources.bit(place), at.all);
      const [target] = instruction.operands;
      const elementBytes = form.bytes / (target.kind === 'vector' ? target.elements.length : 1);
      const by = slice === null ? UNKNOWN : indexOf(slice, instruction);
      const strideBytes = Math.max(elementBytes, by.strideBytes);
      return placesAt(sources, at).map(({ variable, byteOffset }): OwnArray => {
        const param = flow.paramOf(variable);
        const place = param === null ? null : { param, byteOffset };
        const count = place ? null : flow.ownElements(variable, byteOffset, { strideBytes, elementBytes });
        return { ...by, place, elementBytes, strideBytes, count, index };
      });
    }),
  );
}

type ArrayIndex = Pick<OwnArray, 'strideBytes' | 'isStepped' | 'limits'>;

const UNKNOWN: ArrayIndex = { strideBytes: 0, isStepped: false, limits: [] };

/** The distance from one element to the next, 0 where it is not known, and what the index stays below. */
function indexOf(slice: AddressSlice, load: Instruction): ArrayIndex {
  const access = slice.ownAccesses.find(({ instruction }) => instruction === load);
  if (!access) return UNKNOWN;
  const added = addends(slice, access.address);
  const terms = [...new LinearForms(slice).of(access.address).terms].map(([key, { factor }]) => {
    const isOfPointer = added.has(Number(key.slice(1)));
    return { factor: factor === 1 && isOfPointer ? 0 : factor, isStep: isOfPointer };
  });
  return {
    strideBytes: terms.reduce((stride, { factor }) => commonDivisor(stride, factor), 0),
    isStepped: terms.some(({ factor, isStep }) => isStep && factor !== 0),
    limits: limitsOf(slice, access.address),
  };
}

function limitsOf({ nodes, comparisons }: AddressSlice, address: number): IndexLimit[] {
  const limits: IndexLimit[] = [];
  const limit = (index: number, isIndex = false): void => {
    const node = nodes[index];
    if (node.op === 'param') limits.push({ place: node.place, isIndex });
  };
  const found = new Set([address]);
  for (const one of found) {
    const node = nodes[one];
    limit(one, true);
    if (node.op === 'rem') limit(node.b);
    else if (node.op === 'merge') for (const input of node.of) found.add(input);
    else if (node.op === 'add' || node.op === 'mul' || node.op === 'shl') found.add(node.a).add(node.b);
  }
  for (const { a, b, kind } of comparisons) {
    if (kind !== 'equal' && found.has(a)) limit(b);
    if (kind !== 'equal' && found.has(b)) limit(a);
  }
  return limits;
}

/** An array of a parameter, with its number of elements. */
export interface ParameterArray extends OwnArray {
  readonly place: ScalarPlace;
  readonly count: number;
}

/** `sizeBytes`: of the parameter; `fields`: where the code loads something from it, by an index or not, with as many bytes. */
export function parameterArrays(
  arrays: readonly OwnArray[],
  param: number,
  sizeBytes: number,
  fields: readonly { readonly byteOffset: number; readonly sizeBytes: number }[],
): readonly ParameterArray[] {
  const own = arrays.filter(
    ({ place, elementBytes }) =>
      fields.some(field => field.byteOffset === place?.byteOffset && field.sizeBytes === elementBytes) &&
      place?.param === param,
  );
  const starts = new Set(own.flatMap(({ place }) => place?.byteOffset ?? []));
  return [...starts].map(start => {
    const same = own.filter(({ place }) => place?.byteOffset === start);
    const [{ place, elementBytes }] = same;
    assert(place !== null, 'an array of a parameter without a place');
    // Rounds of an unrolled loop are that far apart.
    const rounds = own.flatMap(other =>
      same.some(one => one.isStepped) && other.elementBytes === elementBytes && other.place
        ? [Math.abs(other.place.byteOffset - place.byteOffset)]
        : [],
    );
    const whole = same.reduce((bytes, one) => commonDivisor(bytes, one.strideBytes), 0);
    const strideBytes = rounds.filter(bytes => bytes < whole).reduce(commonDivisor, whole);
    let end = place.byteOffset + strideBytes;
    const isElement = (field: { readonly byteOffset: number; readonly sizeBytes: number }): boolean =>
      field.byteOffset === end && field.sizeBytes === elementBytes && !starts.has(end);
    while (fields.some(isElement)) end += strideBytes;
    const next = fields.filter(({ byteOffset }) => byteOffset >= end).map(({ byteOffset }) => byteOffset);
    return {
      ...{ place, elementBytes, strideBytes, isStepped: same.some(one => one.isStepped) },
      count: Math.max(1, Math.floor((Math.min(sizeBytes, ...next) - place.byteOffset) / strideBytes)),
      index: same.reduce((all, { index }) => all | index, 0n),
      limits: same.flatMap(({ limits }) => limits),
    };
  });
}

/** Whether it is multiplied with what is the same for all threads of a CTA, as the number of a chunk is. */
export function isFactor(slice: AddressSlice, place: ScalarPlace): boolean {
  const { nodes } = slice;
  const inputs = new NodeInputs(slice);
  const isOwn = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  const isFixed = (index: number): boolean =>
    [...inputs.of(index)].every(one => {
      const node = nodes[one];
      return node.op !== 'special' || !node.name.startsWith('%tid');
    });
  return nodes.some(
    node =>
      (node.op === 'shl' && isOwn(node.a)) ||
      (node.op === 'mul' && ((isOwn(node.a) && isFixed(node.b)) || (isOwn(node.b) && isFixed(node.a)))),
  );
}

/** Whether an index is divided by it: it is a size of a tensor, in an order that only the code of all of them knows. */
export function isDivisor({ nodes }: AddressSlice, place: ScalarPlace): boolean {
  return nodes.some(({ op, ...node }) => {
    const by = (op === 'div' || op === 'rem') && 'b' in node ? nodes[node.b] : null;
    return by?.op === 'param' && isSame(by.place, place);
  });
}

/** Whether a number says where in a buffer something is stored that is no element of an array itself: each has a part of it. */
export function isRank(slice: AddressSlice, place: ScalarPlace, arrays: readonly ParameterArray[]): boolean {
  const inputs = new NodeInputs(slice);
  const holds = (indices: Iterable<number>, places: readonly ScalarPlace[]): boolean =>
    [...indices].some(index => {
      const node = slice.nodes[index];
      return node.op === 'param' && places.some(one => isSame(one, node.place));
    });
  const lists = arrays.map(array => array.place);
  return slice.accesses.some(
    ({ isStore, address }) => isStore && holds(inputs.of(address), [place]) && !holds(addends(slice, address), lists),
  );
}
