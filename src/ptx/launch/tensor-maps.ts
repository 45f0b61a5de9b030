/** The tensor maps among a launch's parameters: checked as the driver would when it encodes them, and placed. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch, type TensorMapParam } from '../../trace/launch.ts';
import { tensorBytes, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import type { PlacedTensorMap } from '../machine/tensor-map.ts';
import { LaunchRefusal } from './launch-error.ts';

/** What the driver of an H200 encodes no map with, of any type and size (scripts/replay/evidence/tma.json). */
const NOT_ON_HOPPER = /^128B_ATOM/;

/** By the parameter's number, which is the map's number too. */
export function placedTensorMaps(
  { params, buffers }: Launch,
  addresses: ReadonlyMap<string, number>,
  target: string,
): ReadonlyMap<number, PlacedTensorMap> {
  const placed = new Map<number, PlacedTensorMap>();
  for (const [i, param] of params.entries()) {
    if (param.kind !== 'tensorMap') continue;
    const address = addresses.get(param.buffer);
    const buffer = buffers.find(({ name }) => name === param.buffer);
    if (address === undefined || !buffer) {
      throw new LaunchRefusal(`there is no buffer '${param.buffer}'`, `params[${i}].buffer`);
    }
    if (target.startsWith('sm_90') && NOT_ON_HOPPER.test(param.swizzle)) {
      throw new LaunchRefusal(`${param.swizzle} is not for ${target}; 128B would do`, `params[${i}].swizzle`);
    }
    checkMap(param, address, buffer.length * ELEMENT_BYTES[buffer.type], `params[${i}]`);
    placed.set(i, { map: param, byteOffset: address - DEVICE_ARENA_BASE, buffer: param.buffer });
  }
  return placed;
}

/** Interleaved maps count slices: their copies are checked where they happen. */
function checkMap(map: TensorMapParam, address: number, bufferBytes: number, field: string): void {
  for (const { path, message } of tensorMapBreaches(map, address)) {
    const [name, index] = path;
    throw new LaunchRefusal(message, `${field}.${name}${index === undefined ? '' : `[${index}]`}`);
  }
  if (map.interleave !== 'none' || tensorBytes(map) <= bufferBytes) return;
  const message = `its ${tensorBytes(map)} bytes do not fit '${map.buffer}' (${bufferBytes} bytes)`;
  throw new LaunchRefusal(message, `${field}.dims`);
}
