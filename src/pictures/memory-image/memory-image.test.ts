/** The shared memory image: every word is what lies in it, every place leads back to its element. */

import { describe, expect, test } from 'vitest';
import { BANKS } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { wordBox } from '../bank-map/frame.ts';
import { caseView } from '../cases/builders.ts';
import { type RequestName, requests, variants } from '../cases/permute-builders.ts';
import { wordsOf } from '../padding-schedule/rows.ts';
import { coordinatesOf, predictedRequest } from '../permute/block-elements.ts';
import type { MemoryImageRecords } from '../permute/records.ts';
import { themes } from '../theme.ts';
import { imageWords, PADDING, paddingRuns } from './cells.ts';
import { touchedLines, wordOfElement } from './draw.ts';
import { memoryImageFigure } from './figure.ts';
import { imageLines, memoryImageFrame } from './frame.ts';

const view = caseView(themes.light);
const load = { side: 'load', warp: 0, k: 0 } as const;

function imageOf(name: RequestName, strategy = 'odd-row', baseBytes = 0): MemoryImageRecords {
  const block = { ...variants(name, [strategy])[0], baseBytes };
  return { block, side: 'load', request: predictedRequest(block, load), lineCount: null };
}

const names = Object.keys(requests) as RequestName[];

describe.each(names)('%s', name => {
  const records = imageOf(name);
  const { block, request } = records;
  const { state } = imageWords(block, imageLines(records));

  test('words of elements have the grey of their slice, all others are padding', () => {
    const data = new Set<number>();
    const slowest = block.move.storeOrder.findLast(mode => block.move.modes[mode].extent > 1)!;
    for (let element = 0; element < elementsOf(block.move.modes); element++) {
      const first = wordOfElement(block, element)!;
      for (let word = first; word < first + wordsOf(block.move.elementBytes); word++) {
        // A word of several elements may be shared by two slices.
        const slice = coordinatesOf(block.move, element)[slowest] % 2;
        if (block.move.elementBytes >= 4) expect(state[word]).toBe(slice);
        data.add(word);
      }
    }
    const padding = paddingRuns({ state, sliceStart: [] }, new Set()).reduce((sum, { words }) => sum + words, 0);
    expect(padding).toBe(Math.ceil(block.layout.sharedBytes / 4) - data.size);
  });

  test('the lanes of all lines are those of the request, each line by its own', () => {
    const lanes = touchedLines(request).flatMap(line => line.lanes);
    const expected = [...Array(32).keys()].filter(lane => ((request!.access.activeMask >>> lane) & 1) === 1);
    expect([...new Set(lanes)].toSorted((a, b) => a - b)).toEqual(expected);
  });

  test('what is under the pointer in an element is that element, or the first of its word', () => {
    const figure = memoryImageFigure(records, view);
    const frame = memoryImageFrame(records, view);
    if (frame.block > 1) return;
    for (let element = 0; element < elementsOf(block.move.modes); element += 37) {
      const word = wordOfElement(block, element)!;
      const box = wordBox(frame, word);
      const found = figure.hit(box.x + 1, box.y + box.height / 2)!.highlight!.cell!.column;
      expect(wordOfElement(block, found)).toBe(word);
      if (block.move.elementBytes >= 4) expect(found).toBe(element);
    }
  });
});

test('a base address moves everything, and what lies before it is not of the block', () => {
  const records = imageOf('rotation', 'write-order residue', 132);
  const { state } = imageWords(records.block, imageLines(records));
  expect([...state.subarray(0, 33)].every(word => word > PADDING)).toBe(true);
  expect(state[33]).toBe(0);
  const figure = memoryImageFigure(records, view);
  const mark = figure.hit(
    wordBox(memoryImageFrame(records, view), 3).x + 1,
    wordBox(memoryImageFrame(records, view), 3).y + 2,
  )!;
  expect([mark.lens.title, mark.highlight]).toEqual(['not of the block', null]);
});

test('padding that a wrong kernel reads is not called unread', () => {
  const records = imageOf('rotation', 'write-order residue');
  const wrong = { ...records, request: predictedRequest({ ...records.block, baseBytes: 256 }, load) };
  const touched = new Set(wrong.request!.cost.hits.map(hit => hit.wordAddress));
  const words = imageWords(records.block, imageLines(records));
  const read = [...touched].filter(word => words.state[word] === PADDING);
  expect(read.length).toBeGreaterThan(0);
  const frame = memoryImageFrame(wrong, view);
  const box = wordBox(frame, read[0]);
  const mark = memoryImageFigure(wrong, view).hit(box.x + 1, box.y + 1)!;
  expect(mark.lens.title).toBe('pad');
  expect(paddingRuns(words, touched).some(({ word, words: n }) => read[0] >= word && read[0] < word + n)).toBe(false);
});

test('a run of padding never goes from line to line', () => {
  const { block, ...rest } = imageOf('seed', 'write-order residue');
  const words = imageWords(block, imageLines({ block, ...rest }));
  for (const { word, words: length } of paddingRuns(words, new Set()))
    expect((word % BANKS) + length).toBeLessThanOrEqual(BANKS);
});

test('a register exchange leaves an empty picture that says so', () => {
  const figure = memoryImageFigure(imageOf('pair', 'register exchange'), view);
  const texts = figure.scene.layers.flatMap(layer => layer.texts.map(({ text }) => text));
  expect(texts).toContain('no shared memory: lanes exchange registers');
  expect(figure.step(null, 1, 0)).toBeNull();
  expect(figure.table().rows).toEqual([]);
});

test('keys pass over padding', () => {
  const figure = memoryImageFigure(imageOf('rotation', 'write-order residue'), view);
  // The last element of slice a = 0, then eight words of padding.
  expect(figure.step({ cell: { row: 0, column: 63 }, bank: null }, 1, 0)?.cell?.column).toBe(64);
});
