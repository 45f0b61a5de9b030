/** The tensor maps among a launch's parameters, checked as the driver would when it encodes them. */

import { im2colBreaches } from '../../trace/im2col-rules.ts';
import {
  ELEMENT_BYTES,
  type Im2colMapValue,
  type Launch,
  type LaunchParam,
  type StructValue,
  type TensorMapValue,
} from '../../trace/launch.ts';
import { pixelMap } from '../../trace/pixel-map.ts';
import { tensorBytes, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { LaunchRefusal } from './launch-error.ts';

/** Modes with which the driver of an H200 encodes no map, of any type and size (scripts/replay/evidence/tma.json). */
const NOT_ON_HOPPER = /^128B_ATOM/;

/** Each with its field in the launch. */
function* tensorMapsOf({
  params,
  buffers,
  symbols = [],
}: Launch): Generator<{ readonly map: AnyMap; readonly field: string }> {
  for (const [i, param] of params.entries()) {
    if (isMap(param)) yield { map: param, field: `params[${i}]` };
    if (param.kind !== 'struct') continue;
    yield* mapsAmong(param.fields, `params[${i}]`);
  }
  for (const [i, { fields = [] }] of buffers.entries()) yield* mapsAmong(fields, `buffers[${i}]`);
  for (const [i, { fields = [] }] of symbols.entries()) yield* mapsAmong(fields, `symbols[${i}]`);
}

function* mapsAmong(
  fields: readonly StructValue[],
  owner: string,
): Generator<{ readonly map: AnyMap; readonly field: string }> {
  for (const [i, map] of fields.entries()) if (isMap(map)) yield { map, field: `${owner}.fields[${i}]` };
}

type AnyMap = TensorMapValue | Im2colMapValue;
const isMap = (value: LaunchParam | StructValue): value is AnyMap & (LaunchParam | StructValue) =>
  value.kind === 'tensorMap' || value.kind === 'im2colMap';

export function checkTensorMaps(launch: Launch, addresses: ReadonlyMap<string, number>, target: string): void {
  for (const { map, field } of tensorMapsOf(launch)) {
    const address = addresses.get(map.buffer);
    const buffer = launch.buffers.find(({ name }) => name === map.buffer);
    if (address === undefined || !buffer) {
      throw new LaunchRefusal(`there is no buffer '${map.buffer}'`, `${field}.buffer`);
    }
    if (target.startsWith('sm_90') && NOT_ON_HOPPER.test(map.swizzle)) {
      throw new LaunchRefusal(`${map.swizzle} is not for ${target}; 128B would do`, `${field}.swizzle`);
    }
    const { byteOffset = 0 } = map;
    const bytes = buffer.length * ELEMENT_BYTES[buffer.type] - byteOffset;
    if (map.kind === 'tensorMap') checkMap(map, address + byteOffset, bytes, field);
    else checkIm2colMap(map, address + byteOffset, bytes, field);
  }
}

function checkIm2colMap(map: Im2colMapValue, address: number, bufferBytes: number, field: string): void {
  for (const { path, message } of im2colBreaches(map, address)) {
    const [name, index] = path;
    throw new LaunchRefusal(message, `${field}.${name}${index === undefined ? '' : `[${index}]`}`);
  }
  const bytes = tensorBytes(pixelMap(map));
  if (bytes <= bufferBytes) return;
  throw new LaunchRefusal(`its ${bytes} bytes do not fit '${map.buffer}' (${bufferBytes} bytes)`, `${field}.dims`);
}

/** Interleaved maps count slices: their copies are checked where they happen. */
function checkMap(map: TensorMapValue, address: number, bufferBytes: number, field: string): void {
  for (const { path, message } of tensorMapBreaches(map, address)) {
    const [name, index] = path;
    throw new LaunchRefusal(message, `${field}.${name}${index === undefined ? '' : `[${index}]`}`);
  }
  if (map.interleave !== 'none' || tensorBytes(map) <= bufferBytes) return;
  const message = `its ${tensorBytes(map)} bytes do not fit '${map.buffer}' (${bufferBytes} bytes)`;
  throw new LaunchRefusal(message, `${field}.dims`);
}
