/** A captured parameter as one of a launch. */
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import {
  ELEMENT_BYTES,
  type ElementType,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructValue,
} from '../../trace/launch.ts';
import { elementAt, encodeScalar } from '../../trace/launch-bytes.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import type { CapturedParam } from './captured-params.ts';
import type { CaptureReading } from './captured-reading.ts';
import type { RegionPlace } from './captured-regions.ts';

const UNSIGNED: Readonly<Record<number, ElementType>> = { 1: 'u8', 2: 'u16', 4: 'u32', 8: 'u64' };

export function launchParam(reading: CaptureReading, param: CapturedParam): LaunchParam {
  const { bytes, addresses, leaves, outline } = param;
  const maps = placedMaps(reading, param);
  const [map] = maps;
  if (bytes.length === TENSOR_MAP_BYTES && map !== undefined) {
    const { offset: _, ...value } = map;
    return { ...value, pass: 'value' };
  }
  const [address] = addresses;
  if (bytes.length === ELEMENT_BYTES.u64 && address !== undefined) return pointerTo(reading, address.place);
  const type = outline.use.kind === 'scalar' ? (leaves[0]?.use.type ?? null) : null;
  if (UNSIGNED[bytes.length] !== undefined && outline.use.kind !== 'struct') return scalarOf(bytes, type);
  const pointers = addresses.map(({ offset, place }): StructValue => ({ offset, ...pointerTo(reading, place) }));
  const fields = [...pointers, ...maps].sort((a, b) => a.offset - b.offset);
  const isZero = bytes.every(byte => byte === 0);
  return { kind: 'struct', sizeBytes: bytes.length, ...(isZero ? {} : { base64: encodeBase64(bytes) }), fields };
}

/** Maps whose tensor was captured; the others stay bytes. */
const placedMaps = ({ maps, buffers }: CaptureReading, { maps: own }: CapturedParam) =>
  own.flatMap(({ offset, map }) => {
    const { map: of, tensor } = maps[map];
    if (tensor === null) return [];
    const place = tensor.byteOffset > 0 ? { byteOffset: tensor.byteOffset } : {};
    return [{ offset, ...of, buffer: buffers[tensor.region].name, ...place }];
  });

const pointerTo = ({ buffers }: CaptureReading, { region, byteOffset }: RegionPlace): PointerValue => ({
  kind: 'pointer',
  buffer: buffers[region].name,
  ...(byteOffset > 0 ? { byteOffset } : {}),
});

/** The value in its own type if the launch can hold it exactly; otherwise its bits as an unsigned integer. */
function scalarOf(bytes: Uint8Array, wanted: ElementType | null): ScalarValue {
  const unsigned = UNSIGNED[bytes.length];
  const type = wanted !== null && ELEMENT_BYTES[wanted] === bytes.length ? wanted : unsigned;
  const value = exactValue(bytes, type);
  const encoded = encodeScalar(type, value);
  const isExact = encoded.ok && encoded.value.every((byte, i) => byte === bytes[i]) && !Object.is(value, -0);
  if (isExact && (typeof value === 'string' || Number.isFinite(value))) return { kind: 'scalar', type, value };
  return { kind: 'scalar', type: unsigned, value: exactValue(bytes, unsigned) };
}

function exactValue(bytes: Uint8Array, type: ElementType): number | string {
  const value = elementAt(bytes, type, 0);
  if (typeof value === 'number') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
