/** Places to which the operands of bulk copies point: CTAs of the cluster, shared and device memory, tensor maps. */
import { CHUNK_BYTES, TENSOR_MAP_ALIGN_BYTES, TENSOR_MAP_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from './access-form.ts';
import { GLOBAL_HIGH, rankOfAddress, spaceOfHigh, WINDOW_HIGH } from './address-windows.ts';
import type { Issuer } from './bulk-copy.ts';
import { reportBadCopy, reportMisaligned, reportOutside, sharedLimit } from './bulk-faults.ts';
import type { Cta } from './cta.ts';
import { deviceAddress } from './global-memory.ts';
import { globalOffset } from './locate.ts';
import type { Memory } from './memory.ts';
import { type PlacedTensorMap, placedTensorMap } from './placed-tensor-map.ts';

/** A stretch of a CTA's shared memory. */
export interface SharedPlace {
  readonly cta: Cta;
  /** Offset from the start of the CTA's shared memory. */
  readonly byteOffset: number;
}

/** Null, after a fault, for a place that is misaligned or out of bounds. `what`: "the box". */
export function sharedPlace(
  issuer: Issuer,
  form: AccessForm,
  what: string,
  sizeBytes: number,
  alignBytes: number,
  isOwnCta: boolean,
): SharedPlace | null {
  const { warp, lane } = issuer;
  const address = (warp.u[form.address + lane] + form.byteOffset) >>> 0;
  const bad = { space: 'shared', address, widthBytes: sizeBytes } as const;
  const owner = ownerOf(issuer, form, address);
  const byteOffset = address - (owner?.sharedBase ?? 0);
  const isInside = owner && byteOffset >= 0 && byteOffset + sizeBytes <= owner.shared.sizeBytes;
  if (address % alignBytes !== 0) reportMisaligned(issuer, bad, what, alignBytes);
  else if (!isInside || (isOwnCta && owner !== warp.cta)) {
    reportOutside(issuer, bad, warp.cta.shared.sizeBytes, sharedLimit(warp.cta));
  } else return { cta: owner, byteOffset };
  return null;
}

/** The CTA of the cluster whose shared memory has the address, if any. */
function ownerOf({ warp, lane }: Issuer, form: AccessForm, address: number): Cta | undefined {
  const high = form.isWide ? warp.r[form.address + 32 + lane] : 0;
  return high === 0 || high === WINDOW_HIGH.shared ? warp.cta.cluster[rankOfAddress(address)] : undefined;
}

/** Offset from the start of device memory's arena; null, after a fault, if the bytes are not all in one region. */
export function globalPlace(issuer: Issuer, form: AccessForm, what: string, sizeBytes: number): number | null {
  const { warp, lane } = issuer;
  const { global } = warp.cta.grid;
  const byteOffset = globalOffset(warp, form, lane);
  const bad = { space: 'global', address: deviceAddress(byteOffset), widthBytes: sizeBytes } as const;
  if (global.holding(byteOffset, sizeBytes) === null) {
    reportOutside(issuer, bad, global.before(byteOffset)?.sizeBytes ?? 0, global.nearest(byteOffset));
  } else if (byteOffset % CHUNK_BYTES !== 0) reportMisaligned(issuer, bad, what, CHUNK_BYTES);
  else return byteOffset;
  return null;
}

/** Null, after a fault, where the bytes at the address are no tensor map. */
export function tensorMapPlace(issuer: Issuer, form: AccessForm): PlacedTensorMap | null {
  const { warp, lane } = issuer;
  const { grid } = warp.cta;
  const low = (warp.u[form.address + lane] + form.byteOffset) >>> 0;
  const high = form.isWide ? warp.r[form.address + 32 + lane] : 0;
  const space = spaceOfHigh(high);
  const memories: Readonly<Record<string, Memory>> = {
    global: grid.global.memory,
    param: grid.params,
    const: grid.constants,
  };
  const memory = memories[space];
  const byteOffset = space === 'global' ? low + (high - GLOBAL_HIGH) * 2 ** 32 : low;
  const isThere = memory && byteOffset >= 0 && byteOffset + TENSOR_MAP_BYTES <= memory.sizeBytes;
  const isAligned = low % TENSOR_MAP_ALIGN_BYTES === 0;
  if (!isThere || !isAligned) {
    reportBadCopy(issuer, noMap(space, isAligned));
    return null;
  }
  if (space === 'global') grid.global.looked?.(byteOffset, TENSOR_MAP_BYTES);
  const placed = placedTensorMap(grid.global, memory.i32, byteOffset / WORD_BYTES);
  if (typeof placed !== 'string') return placed;
  reportBadCopy(issuer, `the ${TENSOR_MAP_BYTES} bytes at the ${space} address are no tensor map: ${placed}`);
  return null;
}

function noMap(space: string, isAligned: boolean): string {
  if (space === 'shared' || space === 'local')
    return `a tensor map lies in param, const or global memory, not in ${space}`;
  if (!isAligned) return `a tensor map starts at a multiple of ${TENSOR_MAP_ALIGN_BYTES} bytes`;
  return `not all ${TENSOR_MAP_BYTES} bytes of a tensor map lie at the ${space} address`;
}
