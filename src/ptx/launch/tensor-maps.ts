/** The tensor maps among a launch's parameters, checked as the driver would when it encodes them. */
import { ELEMENT_BYTES, type Launch, type TensorMapValue } from '../../trace/launch.ts';
import { tensorBytes, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { LaunchRefusal } from './launch-error.ts';

/** What the driver of an H200 encodes no map with, of any type and size (scripts/replay/evidence/tma.json). */
const NOT_ON_HOPPER = /^128B_ATOM/;

/** Each with its field in the launch. */
function* tensorMapsOf({ params }: Launch): Generator<{ readonly map: TensorMapValue; readonly field: string }> {
  for (const [i, param] of params.entries()) {
    if (param.kind === 'tensorMap') yield { map: param, field: `params[${i}]` };
    if (param.kind !== 'struct') continue;
    for (const [j, map] of param.fields.entries()) {
      if (map.kind === 'tensorMap') yield { map, field: `params[${i}].fields[${j}]` };
    }
  }
}

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
    checkMap(map, address, buffer.length * ELEMENT_BYTES[buffer.type], field);
  }
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
