/**
 * The rules of a launch that join several fields: names that must be declared, values that must fit their type, arrays
 * that must be equally long. Each breach names the field to mend. Pure; the shapes are checked before (`launch.ts`).
 */
import { MAX_CTA_THREADS, TENSOR_MAP_ALIGN_BYTES, TENSOR_MAP_BYTES } from '../base/hardware.ts';
import { im2colBreaches } from '../trace/im2col-rules.ts';
import { imageBreaches } from '../trace/image-rules.ts';
import {
  type BufferInit,
  ELEMENT_BYTES,
  type ElementType,
  type ExactInteger,
  fieldBytes,
  type Im2colMapValue,
  type Launch,
  type LaunchParam,
  type StoredValue,
  type StructParam,
  type StructValue,
  type TensorMapValue,
} from '../trace/launch.ts';
import { base64Length } from '../trace/launch-bytes-base64.ts';
import type { ImageValue } from '../trace/launch-image.ts';
import { pixelMap } from '../trace/pixel-map.ts';
import { tensorBytes, tensorMapBreaches } from '../trace/tensor-map-rules.ts';

export interface Breach {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Path = readonly (string | number)[];

const INTEGER_BITS: Readonly<Partial<Record<ElementType, number>>> = {
  u8: 8,
  s8: 8,
  u16: 16,
  s16: 16,
  u32: 32,
  s32: 32,
  u64: 64,
  s64: 64,
};

/** Every breach, in the order of the JSON text. */
export function* checkLaunch(launch: Launch): Generator<Breach> {
  const [x, y, z] = launch.block;
  if (x * y * z > MAX_CTA_THREADS) {
    yield { path: ['block'], message: `${x * y * z} threads; a CTA has at most ${MAX_CTA_THREADS}` };
  }
  yield* clusterRules(launch);
  yield* uniqueNames('buffers', launch.buffers);
  for (const [i, b] of launch.buffers.entries()) yield* initRules(b.type, b.length, b.init, ['buffers', i, 'init']);
  yield* uniqueNames('symbols', launch.symbols ?? []);
  for (const [i, s] of (launch.symbols ?? []).entries()) {
    yield* initRules(s.type, Number.POSITIVE_INFINITY, s.init, ['symbols', i, 'init']);
  }
  const sizes = new Map(launch.buffers.map(b => [b.name, b.length * ELEMENT_BYTES[b.type]]));
  for (const [i, b] of launch.buffers.entries()) {
    yield* storedRules(b.fields ?? [], sizes.get(b.name) ?? 0, sizes, ['buffers', i]);
  }
  for (const [i, s] of (launch.symbols ?? []).entries()) {
    yield* storedRules(s.fields ?? [], Number.POSITIVE_INFINITY, sizes, ['symbols', i]);
  }
  for (const [i, p] of launch.params.entries()) yield* paramRules(p, sizes, ['params', i]);
}

function* clusterRules({ cluster, grid }: Launch): Generator<Breach> {
  for (const [axis, n] of (cluster ?? []).entries()) {
    if (grid[axis] % n !== 0) {
      yield { path: ['cluster', axis], message: `the grid's ${grid[axis]} CTAs are no multiple of ${n}` };
    }
  }
}

/** `list` is a field of what lies at `under`. */
export function* uniqueNames(
  list: string,
  named: readonly { readonly name: string }[],
  under: Path = [],
): Generator<Breach> {
  const seen = new Set<string>();
  for (const [i, { name }] of named.entries()) {
    if (seen.has(name)) yield { path: [...under, list, i, 'name'], message: `"${name}" is declared twice` };
    seen.add(name);
  }
}

function* initRules(type: ElementType, length: number, init: BufferInit, path: Path): Generator<Breach> {
  if (init.kind === 'iota') {
    if (init.start !== undefined) yield* valueRules(type, init.start, [...path, 'start']);
    if (init.step !== undefined) yield* integerRules(type, init.step, [...path, 'step']);
  }
  if (init.kind === 'random' && (init.low ?? 0) > (init.high ?? Number.POSITIVE_INFINITY)) {
    yield { path: [...path, 'high'], message: 'high is below low' };
  }
  if (init.kind === 'values') {
    if (init.values.length > length) {
      yield { path: [...path, 'values'], message: `${init.values.length} values for ${length} elements` };
    }
    for (const [i, value] of init.values.entries()) yield* valueRules(type, value, [...path, 'values', i]);
  }
  if (init.kind === 'base64' || init.kind === 'bytes') {
    const bytes = init.kind === 'bytes' ? init.bytes.length : base64Length(init.base64);
    if (bytes > length * ELEMENT_BYTES[type]) {
      yield { path: [...path, init.kind], message: `${bytes} bytes for ${length * ELEMENT_BYTES[type]}` };
    }
  }
}

/** An integer type takes integers; beyond 2^53 only a decimal string says which one. */
function* integerRules(type: ElementType, value: ExactInteger, path: Path): Generator<Breach> {
  if (INTEGER_BITS[type] === undefined || typeof value === 'string' || Number.isSafeInteger(value)) return;
  const wanted = Number.isInteger(value) ? 'beyond 2^53, write a decimal string' : `${type} takes integers`;
  yield { path, message: `${value}: ${wanted}` };
}

function* valueRules(type: ElementType, value: ExactInteger, path: Path): Generator<Breach> {
  const breaches = [...integerRules(type, value, path)];
  yield* breaches;
  const bits = INTEGER_BITS[type];
  if (bits === undefined || breaches.length > 0) return;
  const exact = BigInt(value);
  const fits = type.startsWith('u') ? BigInt.asUintN(bits, exact) === exact : BigInt.asIntN(bits, exact) === exact;
  if (!fits) yield { path, message: `${value} does not fit ${type}` };
}

function* paramRules(
  param: LaunchParam | StructValue,
  sizes: ReadonlyMap<string, number>,
  path: Path,
): Generator<Breach> {
  switch (param.kind) {
    case 'scalar':
      return yield* valueRules(param.type, param.value, [...path, 'value']);
    case 'pointer':
      return yield* pointerRules(param, sizes, path);
    case 'struct':
      return yield* structRules(param, sizes, path);
    case 'tensorMap':
      return yield* tensorMapRules(param, sizes, path);
    case 'im2colMap':
      return yield* im2colRules(param, sizes, path);
    case 'texture':
    case 'surface':
      return yield* imageRules(param, sizes, path);
  }
}

function* pointerRules(
  { buffer, byteOffset = 0 }: { readonly buffer: string; readonly byteOffset?: number },
  sizes: ReadonlyMap<string, number>,
  path: Path,
): Generator<Breach> {
  const bytes = sizes.get(buffer);
  if (bytes === undefined) yield { path: [...path, 'buffer'], message: `no buffer is named "${buffer}"` };
  else if (byteOffset > bytes) {
    yield { path: [...path, 'byteOffset'], message: `${byteOffset} is past the end of "${buffer}" (${bytes} bytes)` };
  }
}

function* structRules(struct: StructParam, sizes: ReadonlyMap<string, number>, path: Path): Generator<Breach> {
  const given = base64Length(struct.base64 ?? '');
  if (given > struct.sizeBytes) yield { path: [...path, 'base64'], message: `${given} bytes for ${struct.sizeBytes}` };
  const owner: (number | undefined)[] = new Array(struct.sizeBytes);
  for (const [i, field] of struct.fields.entries()) {
    const at = [...path, 'fields', i];
    yield* placedRules(field, sizes, at);
    const end = field.offset + fieldBytes(field);
    if (end > struct.sizeBytes) {
      yield { path: [...at, 'offset'], message: `ends at byte ${end} of a struct of ${struct.sizeBytes}` };
      continue;
    }
    const other = owner.slice(field.offset, end).find(index => index !== undefined);
    if (other !== undefined) yield { path: [...at, 'offset'], message: `overlaps fields[${other}]` };
    owner.fill(i, field.offset, end);
  }
}

function* placedRules(field: StructValue, sizes: ReadonlyMap<string, number>, path: Path): Generator<Breach> {
  yield* paramRules(field, sizes, path);
  if (fieldBytes(field) !== TENSOR_MAP_BYTES || field.offset % TENSOR_MAP_ALIGN_BYTES === 0) return;
  const message = `${field.offset} is no multiple of ${TENSOR_MAP_ALIGN_BYTES}, at which a tensor map starts`;
  yield { path: [...path, 'offset'], message };
}

/** Rules of values in device memory, of which there may be a million. They must be in order of their offsets. */
function* storedRules(
  fields: readonly StoredValue[],
  sizeBytes: number,
  sizes: ReadonlyMap<string, number>,
  path: Path,
): Generator<Breach> {
  let end = 0;
  for (const [i, field] of fields.entries()) {
    const at = [...path, 'fields', i];
    yield* placedRules(field, sizes, at);
    if (field.offset < end) yield { path: [...at, 'offset'], message: `below ${end}, where the field before ends` };
    end = field.offset + fieldBytes(field);
    if (end > sizeBytes) yield { path: [...at, 'offset'], message: `ends at byte ${end} of ${sizeBytes}` };
  }
}

function* im2colRules(map: Im2colMapValue, sizes: ReadonlyMap<string, number>, path: Path): Generator<Breach> {
  yield* pointerRules(map, sizes, path);
  const breaches = [...im2colBreaches(map, map.byteOffset)];
  for (const { path: at, message } of breaches) yield { path: [...path, ...at], message };
  const bytes = (sizes.get(map.buffer) ?? Number.POSITIVE_INFINITY) - (map.byteOffset ?? 0);
  if (breaches.length > 0 || tensorBytes(pixelMap(map)) <= bytes) return;
  const message = `its ${tensorBytes(pixelMap(map))} bytes do not fit "${map.buffer}" (${bytes} bytes)`;
  yield { path: [...path, 'dims'], message };
}

function* imageRules(image: ImageValue, sizes: ReadonlyMap<string, number>, path: Path): Generator<Breach> {
  yield* pointerRules(image, sizes, path);
  const bytes = sizes.get(image.buffer) ?? Number.POSITIVE_INFINITY;
  for (const breach of imageBreaches(image, bytes)) yield { path: [...path, ...breach.path], message: breach.message };
}

/** Buffers lie at addresses that satisfy every rule about the tensor's address. */
function* tensorMapRules(map: TensorMapValue, sizes: ReadonlyMap<string, number>, path: Path): Generator<Breach> {
  yield* pointerRules(map, sizes, path);
  const breaches = [...tensorMapBreaches(map, map.byteOffset)];
  for (const { path: at, message } of breaches) yield { path: [...path, ...at], message };
  const bytes = (sizes.get(map.buffer) ?? Number.POSITIVE_INFINITY) - (map.byteOffset ?? 0);
  if (breaches.length > 0 || map.interleave !== 'none' || tensorBytes(map) <= bytes) return;
  const message = `its ${tensorBytes(map)} bytes do not fit "${map.buffer}" (${bytes} bytes)`;
  yield { path: [...path, 'dims'], message };
}
