/** The faults of accesses that are out of bounds or misaligned. */
import { roundUp } from '../../base/bits.ts';
import type { Fault } from '../../trace/fault.ts';
import type { AccessForm } from './access-form.ts';
import { GLOBAL_HIGH, rankOfAddress, type StateSpace, WINDOW_HIGH } from './address-windows.ts';
import { hex, placeIn, whereWords } from './faults.ts';
import type { Grid } from './grid.ts';
import type { Operation } from './operation.ts';
import { unrecordedWords } from './unrecorded.ts';
import type { Warp } from './warp.ts';

/** Reports the lowest lane of `bad`; the others have most likely the same reason. */
export function reportBadLanes(
  warp: Warp,
  operation: Operation,
  form: AccessForm,
  space: StateSpace,
  bad: number,
): void {
  const lane = 31 - Math.clz32(bad & -bad);
  const fault = faultOf(warp, operation, form, space, lane);
  warp.cta.grid.log.report(fault);
}

function faultOf(warp: Warp, operation: Operation, form: AccessForm, space: StateSpace, lane: number): Fault {
  const { grid, number } = warp.cta;
  const { widthBytes } = form;
  const place = placeIn(warp, operation);
  const who = { cta: number, warp: warp.index, lane };
  const other = addressOfOther(warp, form, space, lane);
  const address = other ?? addressOf(warp, form, space, lane);
  const where = whereWords(place, who);
  const { limitBytes, distance } = other === null ? bounds(warp, form, space, address) : ofOther(space);
  const told = Number.isSafeInteger(address) ? hex(address) : `0x${exactAddress(warp, form, lane).toString(16)}`;
  if (distance === null) {
    const message = `${where}: ${space} address ${told} is no multiple of the access's ${widthBytes} bytes.`;
    return { kind: 'misaligned', message, place, who, space, address, widthBytes };
  }
  const unrecorded = space === 'global' ? unrecordedWords(grid, address) : null;
  if (unrecorded !== null) {
    const message = `${where}: ${widthBytes} bytes at global address ${hex(address)} were not recorded: ${unrecorded}.`;
    return { kind: 'notRecorded', message, place, who, address, widthBytes };
  }
  const message = `${where}: ${widthBytes} bytes at ${space} address ${told} are out of bounds: ${distance}.`;
  return { kind: 'outOfBounds', message, place, who, space, address, widthBytes, limitBytes };
}

/**
 * Address as the kernel computed it: shared addresses count from the start of the shared window, local ones from the
 * lane's stack.
 */
function addressOf(warp: Warp, form: AccessForm, space: StateSpace, lane: number): number {
  const low = warp.u[form.address + lane];
  if (space !== 'global') return (low + form.byteOffset) >>> 0;
  return warp.r[form.address + 32 + lane] * 2 ** 32 + low + form.byteOffset;
}

/** Of device memory, beyond what a double holds. */
const exactAddress = ({ u }: Warp, { address, byteOffset }: AccessForm, lane: number): bigint =>
  BigInt.asUintN(64, (BigInt(u[address + 32 + lane]) << 32n) + BigInt(u[address + lane] + byteOffset));

/** The whole address, where its upper half says that it is one of other memory; null for one of this, inside or not. */
function addressOfOther(warp: Warp, form: AccessForm, space: StateSpace, lane: number): number | null {
  if (space === 'global' || !form.isWide) return null;
  const sum = warp.u[form.address + lane] + form.byteOffset;
  const high = (warp.r[form.address + 32 + lane] + Math.floor(sum / 2 ** 32)) | 0;
  return high === 0 || high === WINDOW_HIGH[space] ? null : high * 2 ** 32 + (sum >>> 0);
}

const ofOther = (space: StateSpace): Bounds => ({
  limitBytes: 0,
  distance: `no address of ${space} memory, so the register holds something else`,
});

/** The size of the memory, and how far outside the access is, in words: null when it is inside (and so was misaligned). */
interface Bounds {
  readonly limitBytes: number;
  readonly distance: string | null;
}

function bounds(warp: Warp, form: AccessForm, space: StateSpace, address: number): Bounds {
  const { grid } = warp.cta;
  const { widthBytes } = form;
  if (space === 'global') {
    const offset = address - GLOBAL_HIGH * 2 ** 32;
    const region = grid.global.holding(offset, widthBytes);
    const limitBytes = region?.sizeBytes ?? grid.global.before(offset)?.sizeBytes ?? 0;
    return { limitBytes, distance: region ? null : (wildPointer(grid, address) ?? grid.global.nearest(offset)) };
  }
  return space === 'shared' ? sharedBounds(warp, form, address) : windowBounds(grid, space, address, widthBytes);
}

/** Words about a wild pointer: no memory of a kernel is in the first page, nor outside the 4 GiB of device memory. */
function wildPointer(grid: Grid, address: number): string | null {
  if (address >= 0 && address < PAGE_BYTES)
    return `a null pointer, or an index from one${parameterNear(grid, address)}`;
  // An index that overflowed 32 bits leads a few 4 GiB away.
  const isNear = Math.abs(Math.floor(address / 2 ** 32) - GLOBAL_HIGH) <= MOST_WINDOWS_AWAY;
  return isNear
    ? null
    : `no address of device memory, so the pointer holds something else${parameterNear(grid, address)}`;
}

const PAGE_BYTES = 4096;
const MOST_WINDOWS_AWAY = 8;

/** "; params[1] is 0x0": the parameter of the kernel from which the address may come, where only one is near it. */
function parameterNear({ params, program: { entry } }: Grid, address: number): string {
  let end = 0;
  const near = entry.params.flatMap(({ alignBytes, sizeBytes }, i) => {
    const start = roundUp(end, alignBytes);
    end = start + sizeBytes;
    if (sizeBytes !== 8) return [];
    const value = params.i32[(start >> 2) + 1] * 2 ** 32 + (params.i32[start >> 2] >>> 0);
    return Math.abs(address - value) < PAGE_BYTES ? [`; params[${i}] is ${hex(value)}`] : [];
  });
  return near.length === 1 ? near[0] : '';
}

const NAMES = {
  local: "the lane's stack",
  param: 'the parameters',
  const: 'constant memory',
} as const;

function windowBounds(grid: Grid, space: keyof typeof NAMES, address: number, widthBytes: number): Bounds {
  const sizes = { local: grid.program.localBytes, param: grid.params.sizeBytes, const: grid.constants.sizeBytes };
  const limitBytes = sizes[space];
  const isInside = address >= 0 && address + widthBytes <= limitBytes;
  return { limitBytes, distance: isInside ? null : `${NAMES[space]} has ${limitBytes} bytes` };
}

/** Bounds of the CTA that the address names by its rank, if the cluster has such a CTA. */
function sharedBounds({ cta }: Warp, { space, widthBytes }: AccessForm, address: number): Bounds {
  const limitBytes = cta.grid.sharedBytes;
  const owner = cta.cluster[rankOfAddress(address)] ?? cta;
  if (owner !== cta && space === 'shared') {
    return { limitBytes, distance: `they are in the shared memory of CTA ${owner.number}, not of this CTA` };
  }
  const base = owner.sharedBase;
  if (address >= base && address - base + widthBytes <= limitBytes) return { limitBytes, distance: null };
  const whose = owner === cta ? "the CTA's shared memory" : `the shared memory of CTA ${owner.number}`;
  const size = `${whose} has ${limitBytes} bytes${base > 0 ? ` from ${hex(base)} on` : ''}`;
  return { limitBytes, distance: owner === cta ? `${size}${wordsBefore(base, address)}` : size };
}

/** Of an index below 0: shared addresses have 32 bits, in which it wraps round. */
function wordsBefore(base: number, address: number): string {
  const before = (base - address) | 0;
  return before > 0 && before <= MOST_BEFORE ? `, and the access begins ${before} bytes before it` : '';
}

const MOST_BEFORE = 2 ** 16;
