/** Pictures of address patterns: their bits, and tiles before and after. */
import { type Swizzle, swizzler } from '../../model/layout/swizzle.ts';
import { requestsOf } from '../../model/swizzle/accesses.ts';
import { plainTile, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { chunkTileFigure } from '../chunk-tile/figure.ts';
import { laneBytes } from '../swizzle/lanes.ts';
import type { ChunkTileRecords, OtherPlaces, XorBitsRecords } from '../swizzle/records.ts';
import { xorBitsFigure } from '../xor-bits/figure.ts';
import { type PictureCase, type PictureWords, pictureCase } from './picture-case.ts';

const swizzle = (bits: number, base: number, shift: number): Swizzle => ({ bits, base, shift });
const LINE = swizzle(3, 4, 3);

const tileOf = (changes: Partial<SwizzledTile> = {}): SwizzledTile => ({
  rows: 8,
  columns: 64,
  elementBytes: 2,
  padBytes: 0,
  base: 0,
  pattern: { kind: 'xor', swizzle: LINE },
  ...changes,
});

const bits = (records: XorBitsRecords, words: PictureWords): PictureCase =>
  pictureCase({ ...words, unbanked: true, figureIn: view => xorBitsFigure(records, view) });
const chunks = (records: ChunkTileRecords, words: PictureWords): PictureCase =>
  pictureCase({ ...words, figureIn: view => chunkTileFigure(records, view) });

const AT_ROW_5 = { highlight: { cell: { row: 5, column: 26 }, bank: null } };
const tile = tileOf();
const matrix = laneBytes(tile, requestsOf(tile, { kind: 'ldmatrix', matrices: 1 }, { row: 0, column: 0 }));
const words = tileOf({ rows: 32, columns: 32, elementBytes: 4 });
const column = laneBytes(words, requestsOf(words, { kind: 'column', widthBytes: 4 }, { row: 0, column: 5 }));

const unfit = tileOf({ columns: 56, padBytes: 16, base: 576 });
const shifted = tileOf({ base: 256 });
const byOffsets = ({ base }: SwizzledTile): OtherPlaces => ({
  name: 'by offsets',
  place: linear => base + swizzler(LINE)(linear - base),
});

export const swizzleCases: readonly PictureCase[] = [
  bits(
    { swizzle: LINE, unit: 'bytes', tile },
    {
      id: 'xor-bits-128b',
      title: 'The 128-byte swizzle, bit by bit',
      blurb: 'Three bits of the line flip the three bits that choose a 16-byte chunk.',
      view: { ...AT_ROW_5, width: 760 },
    },
  ),
  bits(
    { swizzle: LINE, unit: 'elements', tile },
    {
      id: 'xor-bits-elements',
      title: 'The same swizzle on 2-byte elements',
      blurb: 'Only M changes with the unit: Swizzle<3,3,3>.',
      view: AT_ROW_5,
    },
  ),
  bits(
    { swizzle: swizzle(2, 4, -3), unit: 'bits', tile },
    {
      id: 'xor-bits-negative',
      title: 'A swizzle with negative S, on bits',
      blurb: 'Low bits flip higher ones.',
      view: AT_ROW_5,
    },
  ),
  bits(
    { swizzle: LINE, against: swizzle(2, 4, 3), unit: 'bytes', tile },
    {
      id: 'xor-bits-compared',
      title: 'Two swizzles of one address',
      blurb: 'The 64-byte swizzle above, the 128-byte one below: it also flips bit 6 by bit 9.',
      view: { ...AT_ROW_5, width: 760 },
    },
  ),
  chunks(
    { title: 'Before', tile: plainTile(tile), piece: 'chunk', arranged: 'memory', lanes: matrix },
    {
      id: 'chunk-tile-before',
      title: 'Eight rows of 128 bytes, as they are written',
      blurb: 'The rows of an 8 × 8 matrix lie below each other: on the same four banks.',
    },
  ),
  chunks(
    { title: 'After', tile, piece: 'chunk', arranged: 'memory', lanes: matrix },
    {
      id: 'chunk-tile-after',
      title: 'The same rows under the 128-byte swizzle',
      blurb: 'Each chunk has moved to its column XOR its row: a matrix touches all banks once.',
      view: { highlight: { cell: { row: 5, column: 0 }, bank: null } },
    },
  ),
  chunks(
    { title: 'After', tile: words, piece: 'element', arranged: 'tile', lanes: column },
    {
      id: 'chunk-tile-banks',
      large: true,
      title: 'A column of words under the 128-byte swizzle',
      blurb: 'Chunks stay whole, so a column still has eight banks only: four lanes on each.',
    },
  ),
  chunks(
    { title: 'After', tile: unfit, piece: 'chunk', arranged: 'memory', lanes: [], other: byOffsets(unfit) },
    {
      id: 'chunk-tile-padded',
      title: 'A swizzle that the tile does not fit',
      blurb: 'The base is off the repeat: chunks land in the padding, and outside of the tile.',
    },
  ),
  chunks(
    { title: 'After', tile: shifted, piece: 'chunk', arranged: 'memory', lanes: [], other: byOffsets(shifted) },
    {
      id: 'chunk-tile-scrambled',
      title: 'A base that is off the repeat',
      blurb:
        'The copy engine uses addresses; code that swizzles offsets from the tile looks for every chunk in a wrong place.',
      view: { highlight: { cell: { row: 5, column: 0 }, bank: null } },
    },
  ),
  chunks(
    { title: 'After', tile, piece: 'chunk', arranged: 'memory', lanes: [], from: plainTile(tile) },
    {
      id: 'chunk-tile-moving',
      title: 'Chunks on their way to their places',
      blurb: 'Under the 128-byte swizzle every chunk stays in its line of 128 bytes.',
      view: { playhead: 0.25 },
    },
  ),
];
