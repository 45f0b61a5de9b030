/** The rules of a capture that join several fields. Each breach names the field; the form is checked before (`capture.ts`). */
import type { FieldError } from '../base/field-error.ts';
import { TENSOR_MAP_BYTES } from '../base/hardware.ts';
import type { AddressText, Capture } from '../trace/capture.ts';
import { base64Length, decodeBase64 } from '../trace/launch-bytes-base64.ts';

/** A kernel's parameter space since CUDA 12.1. */
const MOST_PARAM_BYTES = 32_764;
/**
 * Most bytes of all windows together, before and after the launch: a page or a command holds so much without trouble.
 */
const MOST_BYTES = 2 ** 31;

interface Span {
  readonly address: AddressText;
  readonly bytes: number;
}

/** The first breach, or null. */
export function captureBreach(capture: Capture): FieldError | null {
  for (const breach of breaches(capture)) return breach;
  return null;
}

function* breaches(capture: Capture): Generator<FieldError> {
  yield* paramRules(capture);
  for (const [i, { bytes, address, allocation }] of capture.buffers.entries()) {
    const field = `buffers[${i}]`;
    yield* spanRules({ address, bytes }, field);
    yield* spanRules(allocation, `${field}.allocation`);
    const start = BigInt(address) - BigInt(allocation.address);
    if (start >= 0n && start + BigInt(bytes) <= BigInt(allocation.bytes)) continue;
    yield { message: 'the window lies outside its allocation', field: `${field}.address` };
  }
  yield* overlapRules(capture.buffers, 'buffers');
  for (const [i, variable] of capture.globals.entries()) yield* spanRules(variable, `globals[${i}]`);
  yield* repeatRules(
    capture.globals.map(({ name }) => name),
    i => `globals[${i}].name`,
  );
  yield* contentRules(capture);
  yield* tensorMapRules(capture);
}

function* paramRules({ params }: Capture): Generator<FieldError> {
  const decoded = decodeBase64(params.base64);
  if (typeof decoded === 'string') return yield { message: decoded, field: 'params.base64' };
  const total = base64Length(params.base64);
  if (total > MOST_PARAM_BYTES) {
    yield { message: `${total} bytes; a kernel has at most ${MOST_PARAM_BYTES}`, field: 'params.base64' };
  }
  let end = 0;
  for (const [i, { offset, size }] of params.list.entries()) {
    const field = `params.list[${i}]`;
    if (offset < end)
      yield { message: `${offset} lies in the parameter before, which ends at ${end}`, field: `${field}.offset` };
    end = offset + size;
    if (end > total) yield { message: `ends at byte ${end} of ${total}`, field: `${field}.size` };
  }
}

function* spanRules({ address, bytes }: Span, field: string): Generator<FieldError> {
  if (BigInt(address) + BigInt(bytes) > 2n ** 64n)
    yield { message: 'ends beyond 64 bits of address', field: `${field}.bytes` };
}

function* overlapRules(spans: readonly Span[], list: string): Generator<FieldError> {
  const sorted = spans
    .map(({ address, bytes }, index) => ({ start: BigInt(address), end: BigInt(address) + BigInt(bytes), index }))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  for (const [i, { start, index }] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before === undefined || before.end <= start) continue;
    yield { message: `overlaps ${list}[${before.index}]`, field: `${list}[${index}].address` };
  }
}

function* repeatRules(names: readonly string[], fieldOf: (index: number) => string): Generator<FieldError> {
  const seen = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    const first = seen.get(name);
    if (first !== undefined) yield { message: `"${name}" was named before`, field: fieldOf(i) };
    seen.set(name, i);
  }
}

function* contentRules({ buffers, globals, complete }: Capture): Generator<FieldError> {
  let total = 0;
  for (const [list, entries] of [
    ['buffers', buffers],
    ['globals', globals],
  ] as const) {
    for (const [i, { bytes, after }] of entries.entries()) {
      if (complete && after === null) {
        yield { message: 'a complete capture has the bytes after the launch', field: `${list}[${i}].after` };
      }
      total += 2 * bytes;
      if (total <= MOST_BYTES) continue;
      return yield {
        message: `with this, there are more than ${MOST_BYTES} bytes, before and after together: record smaller windows`,
        field: `${list}[${i}].bytes`,
      };
    }
  }
}

function* tensorMapRules({ tensorMaps, params }: Capture): Generator<FieldError> {
  const total = base64Length(params.base64);
  for (const [i, { at, rank, dims }] of tensorMaps.entries()) {
    if ('param' in at && at.param + TENSOR_MAP_BYTES > total) {
      yield { message: `ends at byte ${at.param + TENSOR_MAP_BYTES} of ${total}`, field: `tensorMaps[${i}].at.param` };
    }
    if (dims.length !== rank)
      yield { message: `${dims.length} entries; the rank is ${rank}`, field: `tensorMaps[${i}].dims` };
  }
}
