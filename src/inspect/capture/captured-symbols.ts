/** Module variables of a capture as symbols of a launch: found by name. */
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { StoredValue, SymbolSpec } from '../../trace/launch.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import type { CaptureReading } from './captured-reading.ts';
import { type RegionPlace, storedAddresses } from './captured-regions.ts';

export interface CapturedSymbols {
  readonly specs: readonly SymbolSpec[];
  /** Symbols that hold no addresses, with what the GPU left in them. */
  readonly measured: readonly { readonly name: string; readonly base64: string }[];
  readonly notes: readonly string[];
}

export function symbolsOf({ contents, regions, buffers }: CaptureReading, { symbols }: ModuleOutline): CapturedSymbols {
  const { globals } = contents.capture;
  const variables = globals.map(({ address, bytes }) => ({
    start: BigInt(address),
    end: BigInt(address) + BigInt(bytes),
  }));
  const specs: SymbolSpec[] = [];
  const measured: { name: string; base64: string }[] = [];
  const notes: string[] = [];
  for (const [i, { name, bytes }] of globals.entries()) {
    const { before, after } = contents.globals[i];
    const symbol = symbols.find(known => known.name === name);
    if (symbol?.sizeBytes !== bytes) {
      notes.push(`the variable ${name} (${bytes} bytes) is none of the PTX's: it is left out`);
    } else if (holdsAddress(before, variables)) {
      notes.push(`the variable ${name} points to another variable: it keeps what the PTX says`);
    } else {
      const fields = storedAddresses(regions, before).map(({ offset, place }) => fieldOf(offset, place));
      specs.push({
        name,
        type: 'u8',
        init: { kind: 'bytes', bytes: before },
        ...(fields.length > 0 ? { fields } : {}),
      });
    }
    const isCompared = specs.at(-1)?.name === name && specs.at(-1)?.fields === undefined;
    if (isCompared && after !== null) measured.push({ name, base64: encodeBase64(after) });
    else if (after?.some((byte, at) => byte !== before[at]))
      notes.push(`the GPU changed the variable ${name}, which is not compared`);
  }
  return { specs, measured, notes };

  function fieldOf(offset: number, { region, byteOffset }: RegionPlace): StoredValue {
    return { offset, kind: 'pointer', buffer: buffers[region].name, ...(byteOffset > 0 ? { byteOffset } : {}) };
  }
}

function holdsAddress(bytes: Uint8Array, spans: readonly { readonly start: bigint; readonly end: bigint }[]): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const word = view.getBigUint64(at, true);
    if (word !== 0n && spans.some(({ start, end }) => word >= start && word < end)) return true;
  }
  return false;
}
