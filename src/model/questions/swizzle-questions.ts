/** Questions about the 128-byte swizzle, answered by its formula on byte addresses. */
import { CHUNK_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import { printSwizzle, swizzler } from '../layout/swizzle.ts';
import { madeChoice } from './made-choice.ts';
import type { ChoiceQuestion } from './question.ts';

const B128 = { bits: 3, base: 4, shift: 3 };
const place = swizzler(B128);
const chunkAt = (address: number): number => (address % LINE_BYTES) / CHUNK_BYTES;

/** 'In which chunk of its line does chunk c of row r lie?'; rows of 128 bytes, the tile at `base` [bytes, whole lines]. */
export function chunkQuestion(row: number, chunk: number, base: number): ChoiceQuestion {
  const address = base + row * LINE_BYTES + chunk * CHUNK_BYTES;
  const right = chunkAt(place(address));
  const line = (address / LINE_BYTES) & 7;
  return madeChoice({
    ask: `The tile begins at byte ${base}. In which chunk of its line does chunk ${chunk} of row ${row} lie?`,
    right,
    ideas: [
      [
        chunk ^ (row & 7),
        'swizzle-from-tile',
        `That counts rows from the start of the tile. The hardware takes bits 7 to 9 of the address: line ${line}.`,
      ],
      [chunk, 'swizzle-elements', 'Only where bits 7 to 9 of the address are 0 does a chunk stay in its place.'],
      [
        (chunk + row) % 8,
        'swizzle-elements',
        'That turns the row. The swizzle XORs: it swaps chunks in pairs, without a carry.',
      ],
      [row & 7, 'swizzle-elements', 'That would put all chunks of a row in one place.'],
    ],
    because: `Bits 4 to 6 are XORed with bits 7 to 9: ${chunk} XOR ${line} = ${right}.`,
  });
}

/** 'Which Swizzle<B,M,S> is it, counted in elements?' */
export function unitQuestion(elementBytes: 2 | 4): ChoiceQuestion {
  const inElements = { ...B128, base: B128.base - Math.log2(elementBytes) };
  const name = (swizzle: typeof B128) => printSwizzle(swizzle).replace('Sw', 'Swizzle');
  const why = 'The unit has changed: of bytes, an element takes some of the low bits. Only M counts low bits.';
  return madeChoice({
    ask: `SWIZZLE_128B is ${name(B128)} on bytes. What is it on elements of ${elementBytes} bytes?`,
    right: name(inElements),
    ideas: [
      [name(B128), 'one-unit', why],
      [
        name({ ...B128, bits: B128.bits - 1 }),
        'one-unit',
        'B says how many bits are XORed: that does not depend on the unit.',
      ],
      [
        name({ ...inElements, shift: inElements.shift - 1 }),
        'one-unit',
        'S is the distance between the two groups of bits: both move down together.',
      ],
    ],
    because: `An element of ${elementBytes} bytes takes the lowest ${Math.log2(elementBytes)} of the 4 bits below a chunk: M falls to ${inElements.base}.`,
  });
}

/** 'Which base may the tile have?' for a swizzle that repeats after eight lines. */
export function baseQuestion(offered: readonly number[]): ChoiceQuestion {
  const repeat = 8 * LINE_BYTES;
  return {
    kind: 'choice',
    ask: 'A reader computes row XOR chunk from the start of its tile. At which byte may the tile begin?',
    choices: offered.map(base =>
      base % repeat === 0
        ? { label: `byte ${base}`, belief: null, why: '' }
        : {
            label: `byte ${base}`,
            belief: 'swizzle-from-tile' as const,
            why: `There the first row is line ${(base / LINE_BYTES) & 7} of the pattern, and the reader takes it for line 0.`,
          },
    ),
    because: `The pattern repeats every ${repeat} bytes and follows absolute addresses.`,
  };
}
