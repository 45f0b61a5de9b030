/**
 * A capture as a launch of the emulator, and what the GPU left in each buffer. Addresses differ between the two: pointers become a
 * buffer and an offset, in parameters as in memory. What had to be taken for granted is said in notes.
 */
import type { FieldError } from '../../base/field-error.ts';
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { entryOf } from '../../ptx/outline/entry-fit.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import { firstDifference } from '../../trace/byte-difference.ts';
import type { CaptureContents } from '../../trace/capture.ts';
import { type BufferSpec, ELEMENT_BYTES, type Launch, type StoredValue } from '../../trace/launch.ts';
import { type BufferPart, namedBuffers, type PointerInto } from './captured-buffers.ts';
import { unrecordedBehind, unrecordedMemory } from './captured-gaps.ts';
import { type MapOfCapture, mapOf, reachOf } from './captured-maps.ts';
import { captureNotes } from './captured-notes.ts';
import { type CapturedParam, capturedParams } from './captured-params.ts';
import type { CaptureReading, PlacedMap } from './captured-reading.ts';
import { type CapturedRegion, placeOf, type RegionPlace, regionsOf, storedAddresses } from './captured-regions.ts';
import { type CapturedSymbols, symbolsOf } from './captured-symbols.ts';
import { launchParam } from './captured-values.ts';

/** Content of a buffer after the launch on the GPU. */
export interface MeasuredBuffer {
  readonly buffer: string;
  /** Bytes of the whole buffer; null if it was not copied. */
  readonly after: Uint8Array<ArrayBuffer> | null;
  /** Addresses and tensor maps among them. */
  readonly fields: readonly StoredValue[];
  readonly parts: readonly BufferPart[];
}

export interface CapturedLaunch {
  readonly launch: Launch;
  readonly measured: readonly MeasuredBuffer[];
  /** Variables of the module, as the GPU left them. */
  readonly variables: CapturedSymbols['measured'];
  readonly notes: readonly string[];
}

/** The error's field is a path into `capture.json`. */
export function capturedLaunch(contents: CaptureContents, outline: ModuleOutline): Result<CapturedLaunch, FieldError> {
  const read = readingOf(contents, outline);
  if (!read.ok) return read;
  const reading = read.value;
  const { capture } = contents;
  const stored = reading.regions.map((region, i) => storedIn(reading, i, region.before));
  const buffers = reading.regions.map((region, i) => bufferOf(reading, i, region, stored[i]));
  const symbols = symbolsOf(reading, outline);
  const unrecorded = unrecordedMemory(reading);
  const launch: Launch = {
    entry: reading.entry.name,
    grid: capture.grid,
    block: capture.block,
    ...(capture.cluster?.some(n => n > 1) ? { cluster: capture.cluster } : {}),
    ...(capture.dynamicSharedBytes > 0 ? { dynamicSharedBytes: capture.dynamicSharedBytes } : {}),
    ...(capture.attributes.programmaticStreamSerialization ? { programmaticStreamSerialization: true } : {}),
    buffers,
    ...(symbols.specs.length > 0 ? { symbols: symbols.specs } : {}),
    params: reading.params.map(param => launchParam(reading, param)),
    ...(unrecorded.length > 0 ? { unrecorded } : {}),
  };
  const measured = reading.regions.map((region, i) => measuredOf(reading, i, region));
  const notes = [...captureNotes(reading, launch), ...symbols.notes];
  return ok({ launch, measured, variables: symbols.measured, notes });
}

function readingOf(contents: CaptureContents, outline: ModuleOutline): Result<CaptureReading, FieldError> {
  const { capture } = contents;
  const other = otherProgram(capture, outline.target);
  if (other !== null) return err({ message: other, field: 'ptx.file' });
  const entry = entryOf(outline, capture.kernel);
  if (entry === null) {
    const message = `the captured PTX has no kernel '${capture.kernel.slice(0, 200)}'`;
    return err({ message, field: 'kernel' });
  }
  const regions = regionsOf(contents);
  const maps: PlacedMap[] = [];
  for (const [i, captured] of capture.tensorMaps.entries()) {
    const map = mapOf(captured);
    if (!map.ok) return err({ ...map.error, field: `tensorMaps[${i}].${map.error.field}` });
    const place = placeOf(regions, BigInt(captured.address));
    const tensor = place !== null && isWithinReach(map.value, place, regions[place.region]) ? place : null;
    maps.push({ map: map.value, tensor });
  }
  const params = capturedParams(capture, entry, regions);
  if (!params.ok) return params;
  const buffers = namedBuffers(
    regions,
    pointersInto(params.value, maps, regions),
    reachByRegion(contents, regions, maps),
  );
  return ok({ contents, entry, regions, maps, params: params.value, buffers });
}

/** PTX for a newer architecture, or for one other alone (`sm_100a`), is not what the GPU ran: why, in words; else null. */
function otherProgram({ gpu }: CaptureContents['capture'], target: string): string | null {
  const [major, minor] = gpu.computeCapability;
  const own = 10 * major + minor;
  const [, number, kind] = /^sm_(\d+)([af]?)$/.exec(target) ?? [];
  if (number === undefined || Number(number) === own) return null;
  if (Number(number) < own && kind !== 'a') return null;
  return `the PTX is for ${target}, and the GPU is an sm_${own}: it ran machine code that is not captured, which may differ. Build the program with PTX for it: -gencode arch=compute_${own},code=[sm_${own},compute_${own}]`;
}

function pointersInto(
  params: readonly CapturedParam[],
  maps: readonly PlacedMap[],
  regions: readonly CapturedRegion[],
): PointerInto[] {
  return params.flatMap(({ outline, addresses, maps: own }): PointerInto[] => [
    ...addresses.map(({ place, leaf }) => ({
      place,
      name: leaf?.name ?? outline.name,
      type: leaf?.use.kind === 'pointer' ? leaf.use.type : null,
      accessBytes: leaf?.use.kind === 'pointer' ? leaf.use.accessBytes : [],
    })),
    ...own.flatMap(({ map }) => {
      const { tensor, map: of } = maps[map];
      if (tensor === null) return [];
      const type = isFilledInLater(of, tensor, regions[tensor.region]) ? null : of.type;
      return [{ place: tensor, name: outline.name, type, accessBytes: [] }];
    }),
  ]);
}

/**
 * A map of one element, or of a tensor that its allocation has no room for, says nothing of what lies there: it is one that the
 * kernel changes, such as those that CUTLASS makes for arrays of pointers to tensors.
 */
function isFilledInLater(map: MapOfCapture, { byteOffset }: RegionPlace, region: CapturedRegion): boolean {
  if (map.dims.every(extent => extent === 1)) return true;
  return byteOffset + reachOf(map) > region.before.length + region.behindBytes;
}

/** All that cut windows may be lengthened by, and what one may be for a tensor map. */
const MOST_LENGTHENED_BYTES = 2 ** 29;

/** Zeros behind what was captured take memory, and a map that its kernel fills in later may name any size. */
const isWithinReach = (map: MapOfCapture, { byteOffset }: RegionPlace, { before }: CapturedRegion): boolean =>
  byteOffset + reachOf(map) <= before.length + MOST_LENGTHENED_BYTES;

/**
 * For each region: how far a tensor map or a pointer may reach [bytes from its base]. If windows were cut, their
 * allocations go on: the kernel may access them, although they were not recorded.
 */
function reachByRegion(
  { capture }: CaptureContents,
  regions: readonly CapturedRegion[],
  maps: readonly PlacedMap[],
): Map<number, number> {
  const behind = regions.reduce((sum, { behindBytes }) => sum + behindBytes, 0);
  const isCut = capture.leftOut.some(({ why }) => why.includes('max-bytes')) && behind <= MOST_LENGTHENED_BYTES;
  const reach = new Map(regions.map(({ before, behindBytes }, i) => [i, before.length + (isCut ? behindBytes : 0)]));
  for (const { map, tensor } of maps) {
    if (tensor === null) continue;
    reach.set(tensor.region, Math.max(reach.get(tensor.region) ?? 0, tensor.byteOffset + reachOf(map)));
  }
  return reach;
}

/** Addresses among the bytes of a buffer, where the kernel reads no narrower elements, and tensor maps. */
function storedIn(reading: CaptureReading, index: number, bytes: Uint8Array): StoredValue[] {
  const { regions, buffers } = reading;
  const maps = mapsStoredIn(reading, index);
  const isInMap = (at: number) => maps.some(({ offset }) => at >= offset && at < offset + TENSOR_MAP_BYTES);
  const addresses = buffers[index].parts
    .filter(({ isKnown }) => !isKnown)
    .flatMap(part => storedAddresses(regions, bytes, part.byteOffset, part.byteOffset + part.bytes))
    .filter(({ offset }) => !isInMap(offset))
    .map(
      ({ offset, place }): StoredValue => ({
        ...{ offset, kind: 'pointer', buffer: buffers[place.region].name },
        ...(place.byteOffset > 0 ? { byteOffset: place.byteOffset } : {}),
      }),
    );
  return [...addresses, ...maps].sort((a, b) => a.offset - b.offset);
}

function mapsStoredIn({ contents, maps, regions, buffers }: CaptureReading, index: number): StoredValue[] {
  return contents.capture.tensorMaps.flatMap(({ at }, i): StoredValue[] => {
    const { map, tensor } = maps[i];
    const place = 'address' in at ? placeOf(regions, BigInt(at.address)) : null;
    const isWhole = place !== null && place.byteOffset + TENSOR_MAP_BYTES <= regions[index]?.before.length;
    if (place?.region !== index || tensor === null || !isWhole) return [];
    return [{ offset: place.byteOffset, ...map, buffer: buffers[tensor.region].name, byteOffset: tensor.byteOffset }];
  });
}

function bufferOf(
  reading: CaptureReading,
  index: number,
  { before, after }: CapturedRegion,
  fields: readonly StoredValue[],
): BufferSpec {
  const { name, type, sizeBytes } = reading.buffers[index];
  const unrecordedBytes = unrecordedBehind(reading, index);
  return {
    name,
    type,
    length: sizeBytes / ELEMENT_BYTES[type],
    init: { kind: 'bytes', bytes: before },
    ...(fields.length > 0 ? { fields } : {}),
    ...(after !== null && firstDifference(before, after) !== null ? { output: true } : {}),
    ...(unrecordedBytes > 0 ? { unrecordedBytes } : {}),
  };
}

function measuredOf(reading: CaptureReading, index: number, { after }: CapturedRegion): MeasuredBuffer {
  const { name, sizeBytes, parts } = reading.buffers[index];
  if (after === null) return { buffer: name, after, fields: [], parts };
  return { buffer: name, after: lengthened(after, sizeBytes), fields: storedIn(reading, index, after), parts };
}

function lengthened(bytes: Uint8Array<ArrayBuffer>, sizeBytes: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === sizeBytes) return bytes;
  const longer = new Uint8Array(sizeBytes);
  longer.set(bytes);
  return longer;
}
