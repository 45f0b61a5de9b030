/**
 * The parameters of a captured launch: what each word is. A word of eight bytes that is an address of captured memory is taken for a
 * pointer, unless the kernel reads it as something else; 128 bytes that a tensor map was encoded to are that map.
 */

import { roundUp } from '../../base/bits.ts';
import type { FieldError } from '../../base/field-error.ts';
import { POINTER_BYTES, TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { EntryOutline, ParamOutline } from '../../ptx/outline/module-outline.ts';
import { type Leaf, leavesOf } from '../../ptx/outline/parameter-leaves.ts';
import type { Capture } from '../../trace/capture.ts';
import { decodeBase64 } from '../../trace/launch-bytes-base64.ts';
import { type CapturedRegion, placeOf, type RegionPlace } from './captured-regions.ts';

/** A word of a parameter that is an address of captured memory. */
export interface ParamAddress {
  /** Offset within the parameter. */
  readonly offset: number;
  readonly place: RegionPlace;
  /** How the kernel uses the word; null if it does not load the word alone. */
  readonly leaf: Leaf | null;
}

/** An index into the capture's tensor maps. */
interface ParamMap {
  readonly offset: number;
  readonly map: number;
}

export interface CapturedParam {
  readonly outline: ParamOutline;
  readonly bytes: Uint8Array;
  readonly addresses: readonly ParamAddress[];
  readonly maps: readonly ParamMap[];
  readonly leaves: readonly Leaf[];
}

export function capturedParams(
  capture: Capture,
  entry: EntryOutline,
  regions: readonly CapturedRegion[],
): Result<CapturedParam[], FieldError> {
  const block = decodeBase64(capture.params.base64);
  if (typeof block === 'string') return err({ message: block, field: 'params.base64' });
  const places = placesOf(capture, entry);
  if (!places.ok) return places;
  const end = places.value.at(-1);
  if (end && end.offset + end.size > block.length) {
    const message = `${block.length} bytes; '${entry.plainName}' takes ${end.offset + end.size}`;
    return err({ message, field: 'params.base64' });
  }
  const leaves = leavesOf(entry);
  return ok(
    entry.params.map((outline, i) => {
      const { offset, size } = places.value[i];
      const bytes = block.subarray(offset, offset + size);
      const own = leaves.filter(({ place }) => place.param === i);
      const maps = mapsIn(capture, offset, size);
      return { outline, bytes, leaves: own, maps, addresses: addressesIn(bytes, own, maps, regions) };
    }),
  );
}

type Places = { readonly offset: number; readonly size: number }[];

/** Places of parameters as the driver reports them; if it reports none, as the kernel declares them. */
function placesOf({ params: { list } }: Capture, { params, plainName }: EntryOutline): Result<Places, FieldError> {
  if (list.length === 0 && params.length > 0) {
    const places: Places = [];
    let end = 0;
    for (const { sizeBytes, alignBytes } of params) {
      const offset = roundUp(end, alignBytes);
      places.push({ offset, size: sizeBytes });
      end = offset + sizeBytes;
    }
    return ok(places);
  }
  if (list.length !== params.length) {
    const message = `${list.length} parameters; '${plainName}' of the captured PTX takes ${params.length}`;
    return err({ message, field: 'params.list' });
  }
  const wrong = params.findIndex(({ sizeBytes }, i) => list[i].size !== sizeBytes);
  if (wrong < 0) return ok([...list]);
  const message = `${list[wrong].size} bytes; parameter ${wrong} of '${plainName}' in the captured PTX has ${params[wrong].sizeBytes}`;
  return err({ message, field: `params.list[${wrong}].size` });
}

const mapsIn = ({ tensorMaps }: Capture, start: number, size: number): ParamMap[] =>
  tensorMaps.flatMap(({ at }, map) => {
    const offset = 'param' in at ? at.param - start : -1;
    return offset >= 0 && offset + TENSOR_MAP_BYTES <= size ? [{ offset, map }] : [];
  });

function addressesIn(
  bytes: Uint8Array,
  leaves: readonly Leaf[],
  maps: readonly ParamMap[],
  regions: readonly CapturedRegion[],
): ParamAddress[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: ParamAddress[] = [];
  for (let offset = 0; offset + POINTER_BYTES <= bytes.length; offset += POINTER_BYTES) {
    if (maps.some(map => offset >= map.offset && offset < map.offset + TENSOR_MAP_BYTES)) continue;
    const place = placeOf(regions, view.getBigUint64(offset, true), true);
    if (place === null || leaves.some(leaf => isPlainNumber(leaf, offset))) continue;
    const leaf = leaves.find(({ place: of }) => of.byteOffset === offset) ?? null;
    found.push({ offset, place, leaf });
  }
  return found;
}

/** The kernel loads a part of the word alone, or the word as a real number. */
const isPlainNumber = ({ place, sizeBytes, use }: Leaf, offset: number): boolean =>
  use.kind === 'scalar' &&
  place.byteOffset >= offset &&
  place.byteOffset < offset + POINTER_BYTES &&
  (sizeBytes < POINTER_BYTES || use.type === 'f64');
