/** Compares what the emulator left in memory with what a GPU left there, part by part of each buffer. */
import type { FieldError } from '../base/field-error.ts';
import { ok, type Result } from '../base/result.ts';
import { differingElements, isDifferent } from '../trace/byte-difference.ts';
import { ELEMENT_BYTES, type ElementType } from '../trace/launch.ts';
import { bufferBytes, elementAt } from '../trace/launch-bytes.ts';
import { decodeBase64 } from '../trace/launch-bytes-base64.ts';
import { ulpsBetween } from '../trace/ulps.ts';
import { agrees } from './element-comparison.ts';
import { expectedBytes } from './expectation.ts';
import type { CaptureOrigin, MeasuredPart, WorkbenchDocument } from './workbench-document.ts';

export interface MeasuredComparison {
  readonly part: MeasuredPart;
  /** Number of elements. */
  readonly length: number;
  /** Elements that the GPU changed. */
  readonly written: number;
  readonly wrong: number;
  /** Index in the part; null if all agree. */
  readonly firstWrong: { readonly index: number; readonly emulated: string; readonly measured: string } | null;
  /** Number of wrong elements that only one of the two changed. */
  readonly onlyEmulated: number;
  readonly onlyMeasured: number;
  /** Largest differences; `ulps` is null for integers, and infinite between a NaN and a number. */
  readonly largest: { readonly absolute: number; readonly ulps: number | null };
}

/** A document without a capture, or whose launch did not end on the GPU, has nothing to compare. */
export function compareMeasured(
  document: WorkbenchDocument,
  found: ReadonlyMap<string, Uint8Array>,
  symbols: ReadonlyMap<string, Uint8Array> = new Map(),
): Result<MeasuredComparison[], FieldError> {
  const slices = measuredInSlices(document, found, symbols);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** The same piece by piece, for a page that must answer meanwhile: yields the share that is done, from 0 to 1. */
export function* measuredInSlices(
  document: WorkbenchDocument,
  found: ReadonlyMap<string, Uint8Array>,
  symbols: ReadonlyMap<string, Uint8Array> = new Map(),
): Generator<number, Result<MeasuredComparison[], FieldError>> {
  const { launch, expectations, capture } = document;
  const total = capture?.parts.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  let done = 0;
  const compared: MeasuredComparison[] = [];
  for (const { buffer: name, by } of expectations) {
    const at = launch.buffers.findIndex(buffer => buffer.name === name);
    const bytes = found.get(name);
    if (at < 0 || bytes === undefined) continue;
    const buffer = launch.buffers[at];
    const filled = bufferBytes(buffer, `buffers[${at}]`);
    if (!filled.ok) return filled;
    const { fields } = buffer;
    const before = expectedBytes({ kind: 'bytes', bytes: filled.value, ...(fields && { fields }) }, buffer, launch);
    if (!before.ok) return before;
    const after = expectedBytes(by, buffer, launch);
    if (!after.ok) return after;
    for (const part of partsOf(capture, name)) {
      let whole: MeasuredComparison | null = null;
      for (const piece of piecesOf(part)) {
        const one = comparePart(piece, { before: before.value, found: bytes, after: after.value });
        whole = whole === null ? { ...one, part } : together(whole, one);
        done += piece.bytes;
        yield done / total;
      }
      if (whole !== null) compared.push(whole);
    }
  }
  return ok([...compared, ...comparedVariables(document, symbols)]);
}

function comparedVariables(
  { launch, capture }: WorkbenchDocument,
  symbols: ReadonlyMap<string, Uint8Array>,
): MeasuredComparison[] {
  return (capture?.variables ?? []).flatMap(({ name, base64 }) => {
    const found = symbols.get(name);
    const init = launch.symbols?.find(symbol => symbol.name === name)?.init;
    const after = decodeBase64(base64);
    const before = init?.kind === 'bytes' ? init.bytes : init?.kind === 'base64' ? decodeBase64(init.base64) : null;
    if (found === undefined || typeof after === 'string' || before === null || typeof before === 'string') return [];
    const type = after.length % 4 === 0 ? 'u32' : 'u8';
    return [comparePart({ buffer: name, name, byteOffset: 0, bytes: after.length, type }, { before, found, after })];
  });
}

const partsOf = (capture: CaptureOrigin | undefined, name: string): readonly MeasuredPart[] =>
  capture?.parts.filter(({ buffer }) => buffer === name) ?? [];

/** Takes some milliseconds. A multiple of every element's bytes. */
const SLICE_BYTES = 2 ** 23;

function* piecesOf(part: MeasuredPart): Generator<MeasuredPart> {
  for (let at = 0; at < Math.max(1, part.bytes); at += SLICE_BYTES)
    yield { ...part, byteOffset: part.byteOffset + at, bytes: Math.min(SLICE_BYTES, part.bytes - at) };
}

/** `next` lies right behind. */
function together(first: MeasuredComparison, next: MeasuredComparison): MeasuredComparison {
  const index = first.length + (next.firstWrong?.index ?? 0);
  return {
    part: first.part,
    length: first.length + next.length,
    written: first.written + next.written,
    wrong: first.wrong + next.wrong,
    firstWrong: first.firstWrong ?? (next.firstWrong && { ...next.firstWrong, index }),
    onlyEmulated: first.onlyEmulated + next.onlyEmulated,
    onlyMeasured: first.onlyMeasured + next.onlyMeasured,
    largest: {
      absolute: Math.max(first.largest.absolute, next.largest.absolute),
      ulps: first.largest.ulps === null ? null : Math.max(first.largest.ulps, next.largest.ulps ?? 0),
    },
  };
}

interface Contents {
  readonly before: Uint8Array;
  readonly found: Uint8Array;
  readonly after: Uint8Array;
}

/** Bytes that are equal agree, and so do two NaNs. */
export function comparePart(part: MeasuredPart, contents: Contents): MeasuredComparison {
  const { type, byteOffset, bytes } = part;
  const width = ELEMENT_BYTES[type];
  const of = (whole: Uint8Array) => whole.subarray(byteOffset, byteOffset + bytes);
  const [before, found, after] = [of(contents.before), of(contents.found), of(contents.after)];
  let [wrong, onlyEmulated, onlyMeasured] = [0, 0, 0];
  let firstWrong: MeasuredComparison['firstWrong'] = null;
  const largest = { absolute: 0, ulps: ulpsBetween(type, 0, 0) };
  for (const index of differingElements(found, after, width)) {
    const [emulated, measured] = [elementAt(found, type, index), elementAt(after, type, index)];
    if (agrees(emulated, measured, 0)) continue;
    wrong++;
    firstWrong ??= { index, emulated: String(emulated), measured: String(measured) };
    widen(largest, type, emulated, measured);
    const from = index * width;
    const isHere = isDifferent(before, found, from, width);
    if (isHere === isDifferent(before, after, from, width)) continue;
    if (isHere) onlyEmulated++;
    else onlyMeasured++;
  }
  let written = 0;
  for (const _ of differingElements(before, after, width)) written++;
  return { part, length: bytes / width, written, wrong, firstWrong, onlyEmulated, onlyMeasured, largest };
}

function widen(
  largest: { absolute: number; ulps: number | null },
  type: ElementType,
  emulated: number | bigint,
  measured: number | bigint,
): void {
  const apart = typeof emulated === 'bigint' ? Number(emulated - BigInt(measured)) : emulated - Number(measured);
  largest.absolute = Math.max(largest.absolute, Number.isNaN(apart) ? Number.POSITIVE_INFINITY : Math.abs(apart));
  const ulps = ulpsBetween(type, emulated, measured);
  if (ulps !== null) largest.ulps = Math.max(largest.ulps ?? 0, ulps);
}
