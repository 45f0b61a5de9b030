/** The job that `cuda/replay/tma-dump.cu` reads, a line for each case, and what it writes. */
import { boxShape } from '../../../src/model/tma/box.ts';
import { DATA_TYPE_VALUES } from '../../../src/trace/device-launch.ts';
import { ELEMENT_BYTES, SWIZZLE_MODES } from '../../../src/trace/launch.ts';
import { tensorBytes } from '../../../src/trace/tensor-map-rules.ts';
import type { TmaCase } from './case.ts';
import { tmaCopies } from './copies.ts';
import { tmaEncodes } from './encodes.ts';

export { DATA_TYPE_VALUES };

/** Each byte of shared memory that is written out: the tensor's byte that lies there, or one of what follows. */
export type SharedImage = Int32Array;
/** A byte that is not the tensor's: 0 is `NOT_OF_TENSOR`, 1 one less, and so on. */
const NOT_OF_TENSOR = -1;
export const otherByte = (byte: number): number => NOT_OF_TENSOR - byte;
/** What shared memory held before. */
export const UNTOUCHED = otherByte(0xee);

/** Beyond the box, to see that nothing else is written. */
const MARGIN_BYTES = 1024;
/** Larger than any of an interleaved case. */
const INTERLEAVED_BYTES = 262_144;
const COPIES = 3;

export const tmaCases = (): TmaCase[] => [...tmaCopies(), ...tmaEncodes()];

/** Shared memory from a multiple of 2048 on that is written out. */
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
  /** Null where nothing was copied. */
  readonly bytes: SharedImage | null;
}

/** `lines` and `data` as the program wrote them; the answers in the order of the cases. */
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

/** The tensor's bytes hold 7 bits of their number, then 128 and 7 more, then 8 more; others are alike in all copies. */
export const originOf = ([low, middle, high]: readonly Uint8Array[]): SharedImage =>
  Int32Array.from(low, (byte, i) => {
    if (byte === middle[i] && byte === high[i]) return otherByte(byte);
    return byte + ((middle[i] & 127) << 7) + (high[i] << 14);
  });
