/** Device memory before the launch: the launch's buffers, then the module's `.global` variables; `.const` apart. */
import { roundUp } from '../../base/bits.ts';
import {
  bufferAddresses,
  DEVICE_ALIGN_BYTES,
  DEVICE_ARENA_BASE,
  RED_ZONE_BYTES,
} from '../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch, type SymbolSpec } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { WINDOW_HIGH } from '../machine/address-windows.ts';
import { GlobalMemory, type Region } from '../machine/global-memory.ts';
import { Memory } from '../machine/memory.ts';
import type { Module, Variable } from '../parse/ast.ts';
import { LaunchRefusal, taken } from './launch-error.ts';

/** All buffers and variables together: what one typed array holds without trouble. */
const MOST_BYTES = 2 ** 30;

interface VariableAddress {
  readonly space: 'global' | 'const';
  /** A device address, or an offset in constant memory. */
  readonly byteOffset: number;
  readonly variable: Variable;
}

export class DeviceMemory {
  readonly global: GlobalMemory;
  readonly constants: Memory;
  readonly constantBytes: number;
  /** Device address of each buffer. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly #buffers = new Map<string, Region>();
  readonly #variables = new Map<string, VariableAddress>();

  constructor(module: Module, launch: Launch) {
    checkSizes(module, launch);
    this.addresses = bufferAddresses(launch);
    const regions = this.#bufferRegions(launch);
    this.#globalRegions(module, regions);
    this.constantBytes = this.#placeConstants(module);
    this.global = new GlobalMemory(regions);
    this.constants = new Memory(this.constantBytes);
    this.#fillBuffers(launch);
    for (const place of this.#variables.values()) this.#initialise(place);
    for (const [i, symbol] of (launch.symbols ?? []).entries()) this.#fillSymbol(symbol, `symbols[${i}]`);
  }

  /** Where a module variable lies, for the linker. */
  variable = (name: string): VariableAddress | null => this.#variables.get(name) ?? null;

  /** A copy of each buffer's bytes. */
  contents(): Map<string, Uint8Array> {
    return new Map([...this.#buffers].map(([name, region]) => [name, this.global.bytesOf(region).slice()]));
  }

  #bufferRegions(launch: Launch): Region[] {
    return launch.buffers.map((buffer, i) => {
      if (this.#buffers.has(buffer.name)) throw new LaunchRefusal(`two buffers '${buffer.name}'`, `buffers[${i}].name`);
      const sizeBytes = buffer.length * ELEMENT_BYTES[buffer.type];
      const byteOffset = this.addresses.get(buffer.name)! - DEVICE_ARENA_BASE;
      const region = { name: buffer.name, byteOffset, sizeBytes };
      this.#buffers.set(buffer.name, region);
      return region;
    });
  }

  #globalRegions(module: Module, regions: Region[]): void {
    for (const variable of module.variables) {
      if (variable.space !== 'global') continue;
      const last = regions.at(-1);
      const free = last ? last.byteOffset + last.sizeBytes + RED_ZONE_BYTES : 0;
      const byteOffset = roundUp(free, Math.max(DEVICE_ALIGN_BYTES, variable.alignBytes));
      regions.push({ name: variable.name, byteOffset, sizeBytes: variable.sizeBytes });
      this.#variables.set(variable.name, { space: 'global', byteOffset: DEVICE_ARENA_BASE + byteOffset, variable });
    }
  }

  #placeConstants(module: Module): number {
    let next = 0;
    for (const variable of module.variables) {
      if (variable.space !== 'const') continue;
      const byteOffset = roundUp(next, variable.alignBytes);
      this.#variables.set(variable.name, { space: 'const', byteOffset, variable });
      next = byteOffset + variable.sizeBytes;
    }
    return next;
  }

  #fillBuffers(launch: Launch): void {
    for (const [i, buffer] of launch.buffers.entries()) {
      this.global.bytesOf(this.#buffers.get(buffer.name)!).set(taken(bufferBytes(buffer, `buffers[${i}]`)));
    }
  }

  #bytesOf({ space, byteOffset, variable }: VariableAddress): Uint8Array {
    const start = space === 'global' ? byteOffset - DEVICE_ARENA_BASE : byteOffset;
    const { u8 } = space === 'global' ? this.global.memory : this.constants;
    return u8.subarray(start, start + variable.sizeBytes);
  }

  #initialise(place: VariableAddress): void {
    const bytes = this.#bytesOf(place);
    if (place.variable.init) bytes.set(place.variable.init);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const { byteOffset, symbol, addend } of place.variable.relocations) {
      view.setBigUint64(byteOffset, BigInt.asUintN(64, this.#genericAddress(symbol) + BigInt(addend)), true);
    }
  }

  /** A function has no address here; a call through the 0 in its place is refused when it is made. */
  #genericAddress(symbol: string): bigint {
    const target = this.#variables.get(symbol);
    if (!target) return 0n;
    const window = target.space === 'const' ? BigInt(WINDOW_HIGH.const) << 32n : 0n;
    return window + BigInt(target.byteOffset);
  }

  #fillSymbol(symbol: SymbolSpec, field: string): void {
    const place = this.#variables.get(symbol.name);
    if (!place) throw new LaunchRefusal(`the module has no variable '${symbol.name}'`, `${field}.name`);
    const length = Math.floor(place.variable.sizeBytes / ELEMENT_BYTES[symbol.type]);
    this.#bytesOf(place).set(taken(bufferBytes({ type: symbol.type, length, init: symbol.init }, field)));
  }
}

/** Before anything is allocated. A buffer that is too large by itself is named, or else all of them are. */
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
