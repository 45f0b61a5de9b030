/** Device memory before the launch: buffers, variables and symbols filled. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { ELEMENT_BYTES, type Launch, type StoredValue, type SymbolSpec } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { WINDOW_HIGH } from '../machine/address-windows.ts';
import { GlobalMemory } from '../machine/global-memory.ts';
import { Memory } from '../machine/memory.ts';
import type { DeviceLayout, VariableAddress } from './device-layout.ts';
import { LaunchRefusal, taken } from './launch-error.ts';
import { valueBytes } from './parameters.ts';

/** Variables that an error names. */
const MOST_NAMED = 8;

export class DeviceMemory {
  readonly global: GlobalMemory;
  readonly constants: Memory;
  readonly #layout: DeviceLayout;
  /** Names of the variables that the launch fills. */
  readonly #symbols: readonly string[];

  constructor(layout: DeviceLayout, launch: Launch) {
    this.#layout = layout;
    this.#symbols = (launch.symbols ?? []).map(({ name }) => name);
    this.global = new GlobalMemory(layout.regions, layout.heapStart, layout.workspaceAddress);
    this.constants = new Memory(layout.constantBytes);
    for (const [i, buffer] of launch.buffers.entries()) {
      const bytes = taken(bufferBytes(buffer, `buffers[${i}]`));
      const memory = this.global.bytesOf(layout.buffers.get(buffer.name)!);
      memory.set(bytes);
      this.#store(buffer.fields, memory, `buffers[${i}]`);
    }
    for (const [number, region] of layout.tensorMaps) {
      const param = launch.params[number];
      if (!('pass' in param)) continue;
      this.global.bytesOf(region).set(valueBytes(param, `params[${number}]`, layout));
    }
    for (const place of layout.variables.values()) this.#initialise(place);
    for (const [i, symbol] of (launch.symbols ?? []).entries()) this.#fillSymbol(symbol, `symbols[${i}]`);
  }

  /** A copy of the bytes of each buffer, and of each variable that the launch fills. */
  contents(): { readonly buffers: Map<string, Uint8Array>; readonly symbols: Map<string, Uint8Array> } {
    const buffers = [...this.#layout.buffers].map(
      ([name, region]) => [name, this.global.bytesOf(region).slice()] as const,
    );
    const symbols = this.#symbols.map(
      name => [name, this.#bytesOf(this.#layout.variables.get(name)!).slice()] as const,
    );
    return { buffers: new Map(buffers), symbols: new Map(symbols) };
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

  #genericAddress(symbol: string): bigint {
    const target = this.#layout.variables.get(symbol);
    if (!target) return BigInt(this.#layout.functions.get(symbol) ?? 0);
    const window = target.space === 'const' ? BigInt(WINDOW_HIGH.const) << 32n : 0n;
    return window + BigInt(target.byteOffset);
  }

  #fillSymbol(symbol: SymbolSpec, field: string): void {
    const place = this.#layout.variables.get(symbol.name);
    if (!place) {
      const named = [...this.#layout.variables.keys()].slice(0, MOST_NAMED).join(', ') || 'none';
      throw new LaunchRefusal(`the module has no variable '${symbol.name}'; its variables: ${named}`, `${field}.name`);
    }
    const length = Math.floor(place.variable.sizeBytes / ELEMENT_BYTES[symbol.type]);
    const memory = this.#bytesOf(place);
    memory.set(taken(bufferBytes({ type: symbol.type, length, init: symbol.init }, field)));
    this.#store(symbol.fields, memory, field);
  }

  #store(fields: readonly StoredValue[] = [], memory: Uint8Array, owner: string): void {
    for (const [i, value] of fields.entries()) {
      const field = `${owner}.fields[${i}]`;
      const bytes = valueBytes(value, field, this.#layout);
      if (value.offset < 0 || value.offset + bytes.length > memory.length) {
        throw new LaunchRefusal('it lies outside the memory', `${field}.offset`);
      }
      memory.set(bytes, value.offset);
    }
  }
}
