/** Cases that show swizzles bit by bit. */
import { swizzleChain } from '../../model/layout-steps/swizzle-chain.ts';
import { readChain } from '../../model/layout-text/read-chain.ts';
import { bitMatrixFigure } from '../bit-matrix/figure.ts';
import type { BitMatrixRecords } from '../records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function records(of: string): BitMatrixRecords {
  const chain = readChain(of);
  if (!chain.ok) throw new Error(chain.error.message);
  return { of, matrix: swizzleChain(chain.value).matrix };
}

export const bitMatrixCases: readonly PictureCase[] = [
  pictureCase({
    id: 'bit-matrix-128b',
    title: 'The 128-byte mode as a matrix',
    blurb: 'Bits 4 to 6 of the result are XORs of two bits of the address; all others stay.',
    unbanked: true,
    view: { selection: { row: 5, column: 2 }, maxHeight: 280 },
    figureIn: view => bitMatrixFigure(records('Sw<3,4,3>'), view),
  }),
  pictureCase({
    id: 'bit-matrix-chain',
    title: 'Two swizzles that are no one swizzle',
    blurb: 'The second flips what the first is flipped by: a bit of the result has three of the offset.',
    unbanked: true,
    view: { maxHeight: 280 },
    figureIn: view => bitMatrixFigure(records('Sw<2,0,3> o Sw<2,2,3>'), view),
  }),
];
