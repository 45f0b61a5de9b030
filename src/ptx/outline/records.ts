/**
 * Pointers to records: to arrays of pointers, to structs that hold pointers, to nodes that point to each other. A kernel shows them by
 * reading or writing at an address that it has loaded.
 */
import { POINTER_BYTES } from '../../base/hardware.ts';
import type { Module, PtxFunction } from '../parse/ast.ts';
import { type AddressSlice, addressSlice, type SharedSizes } from './address-slice.ts';
import { DataFlow, type RecordPointer } from './data-flow.ts';
import { inlinedKernel } from './inlined.ts';
import { accessForms } from './memory-access.ts';
import { NO_INDEX, recordIndex } from './record-index.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SourceSet } from './sources.ts';

/** Of records that lead to records. */
const MOST_LEVELS = 4;
const MOST_RECORDS = 32;

export interface FlowOfRecords {
  readonly flow: DataFlow;
  readonly records: readonly RecordPointer[];
  /** Null for code that is too long, or that calls functions in ways that are not followed. */
  readonly addresses: AddressSlice | null;
}

/** `mayHold`: whether pointers may lie behind a pointer, by what is declared. */
export function flowOfRecords(
  module: Module,
  entry: PtxFunction,
  byName: ReadonlyMap<string, PtxFunction>,
  shared: SharedSizes,
  mayHold: (pointer: ScalarPlace) => boolean,
): FlowOfRecords {
  const inlined = inlinedKernel(entry, byName);
  let records: readonly RecordPointer[] = [];
  for (let level = 0; ; level++) {
    const flow = new DataFlow(module, entry, byName, records);
    const addresses = inlined && addressSlice(inlined.kernel, shared, one => flow.cellsOf(...inlined.originOf(one)));
    const found = level < MOST_LEVELS ? recordPointers(flow, records).filter(mayHold) : [];
    const known = found.map(place => ({ ...place, ...(addresses ? recordIndex(addresses, place) : NO_INDEX) }));
    const further = known.filter(({ strideBytes }) => strideBytes === null || strideBytes % POINTER_BYTES === 0);
    if (further.length === 0) return { flow, records, addresses };
    records = [...records, ...further].slice(0, MOST_RECORDS);
  }
}

/** Sources of all addresses of a kernel. */
function basesOf(flow: DataFlow): ReadonlySet<SourceSet> {
  const forms = flow.functions.flatMap(f =>
    f.instructions.flatMap(one => accessForms(f, one).map(({ address }) => flow.addressFlow(f, address).base)),
  );
  return new Set(forms);
}

/** Pointers through which what others go through is loaded. */
function recordPointers(flow: DataFlow, records: readonly RecordPointer[]): ScalarPlace[] {
  const { sources, converted } = flow;
  const found: ScalarPlace[] = [];
  for (const base of basesOf(flow)) {
    const cells = sources.ofKind(base, 'cell');
    if (cells.length === 0) continue;
    const among = pointersAmong(flow, base);
    const isBeside = among.some(
      place => (sources.bit({ kind: 'value', ...place, sizeBytes: POINTER_BYTES }) & converted) !== 0n,
    );
    for (const { param, byteOffset } of cells) {
      const place = { param, byteOffset };
      const isIndex = isBeside && !among.some(one => isSame(one, place));
      const isKnown = [...found, ...records].some(one => isSame(one, place));
      if (!isIndex && !isKnown && !isLink(flow, records, place, among)) found.push(place);
    }
  }
  return found;
}

const pointersAmong = ({ sources }: DataFlow, base: SourceSet): ScalarPlace[] =>
  sources
    .ofKind(base, 'value')
    .filter(({ sizeBytes }) => sizeBytes === POINTER_BYTES)
    .map(({ param, byteOffset }) => ({ param, byteOffset }));

/** Whether a field of a record is one of several pointers that an address is made by, and that to its record is another one. */
function isLink(flow: DataFlow, records: readonly RecordPointer[], field: ScalarPlace, among: readonly ScalarPlace[]) {
  const record = records[field.param - flow.functions[0].params.length];
  return record !== undefined && [field, record].every(place => among.some(one => isSame(one, place)));
}

/** Whether a field of a record points to another one of its kind: as `next` does. */
export function isLinkOf(flow: DataFlow, records: readonly RecordPointer[], field: ScalarPlace): boolean {
  return [...basesOf(flow)].some(base => isLink(flow, records, field, pointersAmong(flow, base)));
}
