/** The job that `cuda/replay/tma-dump.cu` reads, a line for each case, and its output. */
import { boxShape } from '../../../src/model/tma/box.ts';
import { DATA_TYPE_VALUES } from '../../../src/trace/device-launch.ts';
import { ELEMENT_BYTES, SWIZZLE_MODES } from '../../../src/trace/launch.ts';
import { tensorBytes } from '../../../src/trace/tensor-map-rules.ts';
import type { TmaCase } from './case.ts';
import { tmaCopies } from './copies.ts';
import { tmaEncodes } from './encodes.ts';

export { DATA_TYPE_VALUES };

/**
 * For each byte of shared memory that is written out: the byte of the tensor that lies there, or one of the constants
 * below.
 */
export type SharedImage = Int32Array;
/** A byte that is not from the tensor: 0 is `NOT_OF_TENSOR`, 1 is one less, and so on. */
const NOT_OF_TENSOR = -1;
export const otherByte = (byte: number): number => NOT_OF_TENSOR - byte;
/** Content of shared memory before the copy. */
export const UNTOUCHED = otherByte(0xee);

/** Bytes beyond the box, to see that nothing else is written. */
const MARGIN_BYTES = 1024;
/** Larger than any interleaved case. */
const INTERLEAVED_BYTES = 262_144;
const COPIES = 3;

export const tmaCases = (): TmaCase[] => [...tmaCopies(), ...tmaEncodes()];

/** How much shared memory is written out, from a multiple of 2048 on. */
export const windowBytes = ({ map, start, base }: TmaCase): number =>
  start === null ? 0 : base + boxShape(map).sharedBytes + MARGIN_BYTES;

/** Bytes of the tensor. */
export function tensorSize({ map, start }: TmaCase): number {
  if (start === null) return ELEMENT_BYTES[map.type];
  return map.interleave === 'none' ? tensorBytes(map) : INTERLEAVED_BYTES;
}

export function jobLine(one: TmaCase): string {
  const { map, start, base, globalAddress } = one;
  const enumerations = [
    ['none', '16B', '32B'].indexOf(map.interleave),
    SWIZZLE_MODES.indexOf(map.swizzle),
    ['zero', 'nan'].indexOf(map.oobFill),
  ];
  const lists = [...map.dims, ...map.stridesBytes, ...map.box, ...map.elementStrides, ...enumerations];
  const sizes = [globalAddress, tensorSize(one), windowBytes(one)];
  return [
    DATA_TYPE_VALUES[map.type],
    map.dims.length,
    ...lists,
    ...sizes,
    ...(start ?? map.dims.map(() => 0)),
    base,
  ].join(' ');
}

export interface TmaAnswer {
  /** The program's words. */
  readonly words: string;
  /** Null if nothing was copied. */
  readonly bytes: SharedImage | null;
}

/** @param lines what the program printed. @param data what it wrote. The answers are in the order of the cases. */
export function tmaAnswers(cases: readonly TmaCase[], lines: string, data: Uint8Array): TmaAnswer[] {
  let at = 0;
  const answers = lines
    .trimEnd()
    .split('\n')
    .map((line, i): TmaAnswer => {
      const [number, ...words] = line.split(' ');
      if (Number(number) !== i) throw new Error(`line ${i} is that of case ${number}`);
      const size = words[0] === 'ok' ? windowBytes(cases[i]) : 0;
      const copies = Array.from({ length: COPIES }, (_, copy) =>
        data.subarray(at + copy * size, at + (copy + 1) * size),
      );
      at += COPIES * size;
      return { words: words.join(' '), bytes: size > 0 ? originOf(copies) : null };
    });
  if (answers.length !== cases.length || at !== data.length)
    throw new Error(`${answers.length} answers to ${cases.length} cases, ${data.length} bytes where they have ${at}`);
  return answers;
}

/**
 * In the first copy, each of the tensor's bytes holds 7 bits of its number; in the second, 128 and 7 more bits; in the
 * third, 8 more. Other bytes are equal in all three copies.
 */
export const originOf = ([low, middle, high]: readonly Uint8Array[]): SharedImage =>
  Int32Array.from(low, (byte, i) => {
    if (byte === middle[i] && byte === high[i]) return otherByte(byte);
    return byte + ((middle[i] & 127) << 7) + (high[i] << 14);
  });
