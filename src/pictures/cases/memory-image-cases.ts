/** Pictures of blocks in shared memory, as different layouts lay them. */
import type { AccessSide } from '../../trace/access-trace.ts';
import { memoryImageFigure } from '../memory-image/figure.ts';
import { predictedRequest } from '../permute/block-elements.ts';
import { once } from './once.ts';
import { type RequestName, variants } from './permute-builders.ts';
import { type PictureCase, type PictureWords, pictureCase } from './picture-case.ts';

const image = (
  name: RequestName,
  strategy: string,
  words: PictureWords,
  side: AccessSide = 'load',
  warp = 0,
): PictureCase => {
  const records = once(() => {
    const [block] = variants(name, [strategy]);
    return { block, side, request: predictedRequest(block, { side, warp, k: 0 }), lineCount: null };
  });
  return pictureCase({ ...words, figureIn: view => memoryImageFigure(records(), view) });
};

export const memoryImageCases: readonly PictureCase[] = [
  image('rotation', 'none', {
    id: 'memory-rotation',
    title: 'Four slices on the same eight banks',
    blurb: 'A warp loads eight words of each of four slices, which all begin at bank 0.',
  }),
  image('rotation', 'write-order residue', {
    id: 'memory-padded',
    title: 'Slices pushed apart by padding',
    blurb: 'Eight words after every slice: the four runs of a warp lie side by side on the banks.',
    view: { highlight: { cell: { row: 0, column: 130 }, bank: null }, selection: { row: 0, column: 64 } },
  }),
  image(
    'rotation',
    'write-order residue',
    {
      id: 'memory-store',
      title: 'A store that crosses from line to line',
      blurb: 'Stores run through the block as it lies.',
    },
    'store',
    3,
  ),
  image(
    'transpose',
    'none',
    {
      id: 'memory-transpose',
      title: 'A column of a tile of 64 × 64',
      blurb: 'Every lane wants a word of bank 2: 32 wavefronts, of which nine are served.',
      view: { playhead: 9 },
    },
    'load',
    5,
  ),
  image(
    'transpose',
    'xor',
    {
      id: 'memory-xor',
      large: true,
      title: 'The same column, XORed',
      blurb: 'No word is added: the row number permutes the words of each line.',
    },
    'load',
    5,
  ),
  image('seed', 'write-order residue', {
    id: 'memory-waste',
    title: 'A block that is mostly padding',
    blurb: 'No conflict on the load side, for 16 times the memory.',
  }),
  image('bytes', 'searched', {
    id: 'memory-bytes',
    large: true,
    title: 'Bytes, four to a word',
    blurb: 'A word of padding after every row of 128 bytes.',
  }),
  image('quads', 'odd-row', {
    id: 'memory-16-byte',
    large: true,
    title: 'Elements of four words',
    blurb: 'Every eight lanes reach all 32 banks.',
  }),
  image('long', 'odd-row', {
    id: 'memory-long',
    large: true,
    title: 'Several hundred lines',
    blurb: 'Lines thinner than two pixels are drawn in blocks, the worst conflict of each on top.',
  }),
];
