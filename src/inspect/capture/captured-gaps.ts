/** Memory that the launch could reach and that the recorder did not copy: behind windows that were cut, and behind lone pointers. */

import { addressText } from '../../base/numerals.ts';
import type { UnrecordedMemory } from '../../trace/launch.ts';
import type { CapturedParam } from './captured-params.ts';
import type { CaptureReading } from './captured-reading.ts';

/** A pointer of a parameter to memory of which nothing was copied. */
export interface StrayPointer {
  /** Name of the parameter, or of its field. */
  readonly name: string;
  readonly address: bigint;
}

/** How far a pointer is followed of which the capture does not say how far it reaches: an index of 32 bits. */
const REACH_BYTES = 2 ** 32;

export const strayPointersOf = (reading: CaptureReading): StrayPointer[] =>
  reading.params.flatMap(param => strayPointersIn(reading, param));

function strayPointersIn({ contents }: CaptureReading, { outline, bytes, addresses, leaves }: CapturedParam) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return leaves.flatMap(({ use, name, place: { byteOffset } }): StrayPointer[] => {
    if (use.kind !== 'pointer' || byteOffset + 8 > bytes.length) return [];
    const address = view.getBigUint64(byteOffset, true);
    if (address === 0n || addresses.some(({ offset }) => offset === byteOffset)) return [];
    const isVariable = contents.capture.globals.some(
      of => address >= BigInt(of.address) && address < BigInt(of.address) + BigInt(of.bytes),
    );
    return isVariable ? [] : [{ name: outline.use.kind === 'struct' ? name : outline.name, address }];
  });
}

export const unrecordedMemory = (reading: CaptureReading): UnrecordedMemory[] =>
  strayPointersOf(reading).map(({ address }) => ({ address: `0x${address.toString(16)}`, bytes: REACH_BYTES }));

/** Bytes of the allocation behind a region that were not copied, less those by which its buffer was lengthened. */
export function unrecordedBehind({ regions, buffers }: CaptureReading, index: number): number {
  const { before, behindBytes } = regions[index];
  return Math.max(0, behindBytes - (buffers[index].sizeBytes - before.length));
}

export const strayNotes = (reading: CaptureReading): string[] =>
  strayPointersOf(reading).map(
    ({ name, address }) =>
      `${name} points to ${addressText(Number(address))}, of which nothing was copied: what the kernel reads there is not known`,
  );
