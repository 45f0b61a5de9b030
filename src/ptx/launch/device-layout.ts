/**
 * Layout of device memory: the launch's buffers, the module's `.global` variables, the grid's workspace; `.const` has a
 * memory of its own.
 */

import { roundUp } from '../../base/bits.ts';
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import {
  bufferAddresses,
  DEVICE_ALIGN_BYTES,
  DEVICE_ARENA_BASE,
  RED_ZONE_BYTES,
} from '../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import type { ImageValue } from '../../trace/launch-image.ts';
import { functionAddress } from '../machine/address-windows.ts';
import type { Region } from '../machine/global-memory.ts';
import { handleOf, imagesOf } from '../machine/placed-image.ts';
import type { Module, Variable } from '../parse/ast.ts';
import { LaunchRefusal } from './launch-error.ts';

/** All buffers and variables together: what one typed array holds without trouble. */
const MOST_BYTES = 2 ** 30;
/** The same with the gaps that alignment leaves. */
const MOST_PLACED_BYTES = MOST_BYTES + 2 ** 29;

/** Cooperative groups need a size and a counter. */
const WORKSPACE_BYTES = 64;

export interface VariableAddress {
  readonly space: 'global' | 'const';
  /** A device address, or an offset in constant memory. */
  readonly byteOffset: number;
  readonly variable: Variable;
}

export class DeviceLayout {
  /** Device address of each buffer. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly buffers = new Map<string, Region>();
  readonly variables = new Map<string, VariableAddress>();
  /** Regions of tensor maps that are passed by address, by the parameter's number. */
  readonly tensorMaps = new Map<number, Region>();
  /** Handle of each texture and surface that a kernel gets. */
  readonly imageHandles: ReadonlyMap<ImageValue, bigint>;
  /** Addresses of the functions. */
  readonly functions: ReadonlyMap<string, number>;
  /** Regions of the buffers, the variables and the workspace, in order of address. */
  readonly regions: readonly Region[];
  /**
   * Address at which cooperative groups count the CTAs that reached a barrier of the grid; 0 for a module that does not
   * ask.
   */
  readonly workspaceAddress: number;
  readonly constantBytes: number;
  /** Address at which the heap starts, behind the variables; null for a module that allocates nothing. */
  readonly heapStart: number | null;
  /** Address at which the module's variables start, after the buffers; all variables of a module move together. */
  readonly variablesBase: number;

  constructor(module: Module, launch: Launch) {
    checkSizes(module, launch);
    this.addresses = bufferAddresses(launch);
    this.imageHandles = new Map(imagesOf(launch).map((image, i) => [image, handleOf(i)]));
    this.functions = new Map(module.functions.map(({ name }, i) => [name, functionAddress(i)]));
    for (const [i, { name, type, length, init, unrecordedBytes = 0, launchBefore }] of launch.buffers.entries()) {
      if (this.buffers.has(name)) throw new LaunchRefusal(`two buffers '${name}'`, `buffers[${i}].name`);
      const byteOffset = this.addresses.get(name)! - DEVICE_ARENA_BASE;
      const elementBytes = ELEMENT_BYTES[type];
      const startsUndefined = init.kind === 'poison' && launchBefore !== 'writes';
      const sizeBytes = length * elementBytes;
      const region = { name, byteOffset, sizeBytes, elementBytes, unrecordedBytes, startsUndefined };
      this.buffers.set(name, launchBefore === undefined ? region : { ...region, launchBefore });
    }
    const regions = [...this.buffers.values()];
    this.regions = regions;
    this.#placeGlobals(module, regions);
    this.variablesBase = regions[this.buffers.size]?.byteOffset ?? 0;
    this.#placeTensorMaps(launch, regions);
    this.workspaceAddress = meetsAsGrid(module) ? placeWorkspace(regions) : 0;
    this.constantBytes = this.#placeConstants(module);
    const end = endOf(regions);
    if (Math.max(end, this.constantBytes) > MOST_PLACED_BYTES) {
      throw new LaunchRefusal("the module's variables are aligned too far apart", 'entry');
    }
    const allocates = module.functions.some(f => f.name === 'malloc' && f.external);
    this.heapStart = allocates ? roundUp(end, DEVICE_ALIGN_BYTES) : null;
  }

  #placeGlobals(module: Module, regions: Region[]): void {
    for (const variable of module.variables) {
      if (variable.space !== 'global') continue;
      const byteOffset = roundUp(endOf(regions), Math.max(DEVICE_ALIGN_BYTES, variable.alignBytes));
      regions.push({ name: variable.name, byteOffset, sizeBytes: variable.sizeBytes });
      this.variables.set(variable.name, { space: 'global', byteOffset: DEVICE_ARENA_BASE + byteOffset, variable });
    }
  }

  #placeTensorMaps({ params }: Launch, regions: Region[]): void {
    for (const [i, param] of params.entries()) {
      if (!('pass' in param) || param.pass !== 'address') continue;
      const byteOffset = roundUp(endOf(regions), DEVICE_ALIGN_BYTES);
      const region = { name: `the tensor map of params[${i}]`, byteOffset, sizeBytes: TENSOR_MAP_BYTES };
      regions.push(region);
      this.tensorMaps.set(i, region);
    }
  }

  #placeConstants(module: Module): number {
    let next = 0;
    for (const variable of module.variables) {
      if (variable.space !== 'const') continue;
      const byteOffset = roundUp(next, variable.alignBytes);
      this.variables.set(variable.name, { space: 'const', byteOffset, variable });
      next = byteOffset + variable.sizeBytes;
    }
    return next;
  }
}

/** Offset behind the last region and the unmapped bytes after it. */
function endOf(regions: readonly Region[]): number {
  const last = regions.at(-1);
  return last ? last.byteOffset + last.sizeBytes + RED_ZONE_BYTES : 0;
}

/** Whether a kernel asks where its grid's workspace is: a launch of it is taken for a cooperative one. */
const meetsAsGrid = ({ functions }: Module): boolean =>
  functions.some(({ instructions }) =>
    instructions.some(({ operands }) => operands[1]?.kind === 'special' && operands[1].name === '%envreg2'),
  );

function placeWorkspace(regions: Region[]): number {
  const byteOffset = roundUp(endOf(regions), DEVICE_ALIGN_BYTES);
  regions.push({ name: 'grid workspace', byteOffset, sizeBytes: WORKSPACE_BYTES });
  return DEVICE_ARENA_BASE + byteOffset;
}

/**
 * Checks sizes before anything is allocated. A buffer that is too large by itself is named; otherwise all of them are.
 */
function checkSizes(module: Module, { buffers }: Launch): void {
  const sizes = buffers.map(({ type, length }, i) => {
    const field = `buffers[${i}].length`;
    if (!Number.isSafeInteger(length) || length < 0) throw new LaunchRefusal(`${length}: expected a count`, field);
    const sizeBytes = length * ELEMENT_BYTES[type];
    if (sizeBytes > MOST_BYTES) throw new LaunchRefusal(`${sizeBytes} bytes; the most is ${MOST_BYTES}`, field);
    return sizeBytes;
  });
  const variables = module.variables.filter(v => v.space === 'global' || v.space === 'const').map(v => v.sizeBytes);
  const total = [...sizes, ...variables].reduce((sum, sizeBytes) => sum + sizeBytes, 0);
  if (total <= MOST_BYTES) return;
  const listed = buffers.map(({ name }, i) => `'${name}' ${sizes[i]}`).join(', ');
  const others = variables.length === 0 ? '' : ", and the module's variables";
  throw new LaunchRefusal(`${total} bytes together (${listed}${others}); the most is ${MOST_BYTES}`, 'buffers');
}
