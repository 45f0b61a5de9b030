/** A tile that a copy fills: chunks in which the other source found something else, and chunks that the tensor's edge cuts. */
import { expect, test } from 'vitest';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { chunkTileFigure } from './figure.ts';

const view = defaultView(themes.light, 'predicted', 500);

/** Eight rows of four chunks of f32, of which the last of each row has 8 bytes in the tensor, and the last row none. */
const insideBytes = Uint8Array.from({ length: 32 }, (_, chunk) => (chunk >= 28 ? 0 : chunk % 4 === 3 ? 8 : 16));

const tile = (
  holds: ReadonlyMap<number, string> | null,
  arrived = 32,
  piece: ChunkTileRecords['piece'] = 'chunk',
): ChunkTileRecords => ({
  title: 'Shared memory',
  tile: {
    ...{ rows: 8, columns: 16, elementBytes: 4, padBytes: 0, base: 0 },
    pattern: { kind: 'xor', swizzle: { bits: 2, base: 4, shift: 3 } },
  },
  ...{ piece, arranged: 'memory', lanes: [] },
  copied: {
    ...{ arrivedBytes: arrived * 16, newest: null, insideBytes, outside: 'left out', cut: 'stored behind the row' },
    other: holds && { name: 'emulated', holds },
  },
});

const linesOf = (records: ChunkTileRecords, row: number, column: number): readonly string[] =>
  chunkTileFigure(records, view).markOf({ cell: { row, column }, bank: null })!.lens.lines;

test('chunks that differ are counted and told, by chunk or by element', () => {
  const holds = new Map([
    [5, 'byte 640 of the tensor'],
    [9, 'zeros'],
  ]);
  for (const piece of ['chunk', 'element'] as const) {
    const figure = chunkTileFigure(tile(holds, 32, piece), view);
    expect(figure.differing).toBe('2 differ');
    expect(linesOf(tile(holds, 32, piece), 1, 4)).toContain('emulated: byte 640 of the tensor');
    expect(linesOf(tile(holds, 32, piece), 2, 4)).toContain('emulated: zeros');
    expect(linesOf(tile(holds, 32, piece), 3, 4).join()).not.toContain('emulated');
    expect(figure.scene.layers).not.toEqual(chunkTileFigure(tile(null, 32, piece), view).scene.layers);
  }
});

test('a chunk that has not arrived is not flagged', () => {
  const holds = new Map([[9, 'zeros']]);
  expect(chunkTileFigure(tile(holds, 9), view).differing).toBe('');
  expect(chunkTileFigure(tile(holds, 10), view).differing).toBe('1 differs');
});

test('where nobody differs, nothing is flagged', () => {
  const figure = chunkTileFigure(tile(new Map()), view);
  expect(figure.differing).toBe('');
  expect(figure.scene.layers).toEqual(chunkTileFigure(tile(null), view).scene.layers);
});

test('what the edge cuts is told apart from what is outside', () => {
  expect(linesOf(tile(null), 1, 12)).toContain('8 B outside: stored behind the row');
  expect(linesOf(tile(null), 7, 0)).toContain('outside: left out');
});
