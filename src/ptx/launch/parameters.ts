/** The bytes of the kernel's parameters, laid out as the entry declares them. */
import { roundUp } from '../../base/bits.ts';
import {
  ELEMENT_BYTES,
  type Im2colMapValue,
  type Launch,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructParam,
  type TensorMapValue,
} from '../../trace/launch.ts';
import { encodeScalar } from '../../trace/launch-bytes.ts';
import { decodeBase64 } from '../../trace/launch-bytes-base64.ts';
import { type ImageValue, isImage } from '../../trace/launch-image.ts';
import { deviceAddress } from '../machine/global-memory.ts';
import { Memory } from '../machine/memory.ts';
import { im2colMapBytes, tensorMapBytes } from '../machine/tensor-map.ts';
import type { PtxFunction } from '../parse/ast.ts';
import type { DeviceLayout } from './device-layout.ts';
import { LaunchRefusal, taken } from './launch-error.ts';

/** Most bytes of all parameters (CUDA C++ Programming Guide, "Function Parameters"). */
const MOST_BYTES = 32_764;

export function parameterMemory(entry: PtxFunction, launch: Launch, layout: DeviceLayout): Memory {
  const { params } = entry;
  if (params.length !== launch.params.length) {
    throw new LaunchRefusal(`'${entry.name}' takes ${params.length} parameters, not ${launch.params.length}`, 'params');
  }
  const pieces = launch.params.map((param, i) => parameterBytes(param, i, layout));
  pieces.forEach((bytes, i) => {
    const { sizeBytes } = params[i];
    if (bytes.length === sizeBytes) return;
    throw new LaunchRefusal(`${bytes.length} bytes for a parameter of ${sizeBytes}`, `params[${i}]`);
  });
  const places = offsets(entry);
  if (places.total > MOST_BYTES) throw new LaunchRefusal(`${places.total} bytes; the most is ${MOST_BYTES}`, 'params');
  const memory = new Memory(places.total);
  pieces.forEach((bytes, i) => {
    memory.u8.set(bytes, places.at[i]);
  });
  return memory;
}

function offsets(entry: PtxFunction): { readonly at: readonly number[]; readonly total: number } {
  let total = 0;
  const at = entry.params.map(({ alignBytes, sizeBytes }) => {
    const start = roundUp(total, alignBytes);
    total = start + sizeBytes;
    return start;
  });
  return { at, total };
}

function parameterBytes(param: LaunchParam, number: number, layout: DeviceLayout): Uint8Array {
  const { tensorMaps } = layout;
  const field = `params[${number}]`;
  switch (param.kind) {
    case 'pointer':
    case 'scalar':
      return valueBytes(param, field, layout);
    case 'struct': {
      const bytes = structBytes(param, field);
      for (const [i, value] of param.fields.entries()) {
        const part = valueBytes(value, `${field}.fields[${i}]`, layout);
        if (value.offset + part.length > param.sizeBytes) {
          throw new LaunchRefusal('the field lies outside the struct', `${field}.fields[${i}].offset`);
        }
        bytes.set(part, value.offset);
      }
      return bytes;
    }
    case 'texture':
    case 'surface':
      return valueBytes(param, field, layout);
    case 'im2colMap':
    case 'tensorMap': {
      const region = tensorMaps.get(number);
      return region ? addressBytes(deviceAddress(region.byteOffset)) : valueBytes(param, field, layout);
    }
  }
}

/** Bytes of an address, a number, a tensor map or an image, wherever it is stored. */
export function valueBytes(
  value: PointerValue | ScalarValue | TensorMapValue | Im2colMapValue | ImageValue,
  field: string,
  { addresses, imageHandles }: DeviceLayout,
): Uint8Array {
  if (isImage(value)) return wordBytes(imageHandles.get(value)!);
  if (value.kind === 'scalar') return taken(encodeScalar(value.type, value.value, `${field}.value`));
  const base = addresses.get(value.buffer);
  if (base === undefined) throw new LaunchRefusal(`there is no buffer '${value.buffer}'`, `${field}.buffer`);
  const address = base + (value.byteOffset ?? 0);
  if (value.kind === 'im2colMap') return im2colMapBytes(value, address);
  return value.kind === 'tensorMap' ? tensorMapBytes(value, address) : addressBytes(address);
}

/** Bytes of a struct between its fields. */
function structBytes({ sizeBytes, base64 = '' }: StructParam, field: string): Uint8Array {
  const given = decodeBase64(base64);
  if (typeof given === 'string') throw new LaunchRefusal(given, `${field}.base64`);
  if (given.length > sizeBytes) throw new LaunchRefusal(`${given.length} bytes for ${sizeBytes}`, `${field}.base64`);
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(given);
  return bytes;
}

const addressBytes = (address: number): Uint8Array => wordBytes(BigInt(address));

function wordBytes(word: bigint): Uint8Array {
  const bytes = new Uint8Array(ELEMENT_BYTES.u64);
  new DataView(bytes.buffer).setBigUint64(0, word, true);
  return bytes;
}
