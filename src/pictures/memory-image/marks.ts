/** What a place of the shared memory image says of itself: a word its element, address and lanes, a bank how busy it is. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { bankText, count } from '../address-text.ts';
import { type BankMapFrame, type BankTarget, wordBox } from '../bank-map/frame.ts';
import { bankMarkOf, laneLines } from '../bank-map/marks.ts';
import { wordsOf } from '../padding-schedule/rows.ts';
import { elementLines, indexText } from '../permute/block-element-text.ts';
import { placesOf } from '../permute/block-elements.ts';
import { cellOfElement, type MemoryImageRecords } from '../permute/records.ts';
import type { BankHits } from '../requests/bank-hits.ts';
import type { Highlight, Mark } from '../view.ts';
import { wordOfElement } from './highlight.ts';

interface MemoryImageMarks {
  at(target: BankTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

export function memoryImageMarks(records: MemoryImageRecords, frame: BankMapFrame, hits: BankHits): MemoryImageMarks {
  const { block } = records;
  return {
    at(target) {
      if (target === null) return null;
      if (target.kind === 'bank') return bankMarkOf(frame, hits, target.bank);
      const [first] = elementsInWord(block, target.wordAddress);
      return first === undefined ? emptyMark(records, frame, target.wordAddress) : elementMark(records, frame, first);
    },
    of(highlight) {
      if (highlight === null) return null;
      const { cell, bank } = highlight;
      if (cell === null) return bank === null ? null : bankMarkOf(frame, hits, bank);
      const isThere = cell.column < elementsOf(block.move.modes) && wordOfElement(block, cell.column) !== null;
      return isThere ? elementMark(records, frame, cell.column) : null;
    },
  };
}

/** By address; an element of several words is in each of them. */
export function elementsInWord({ move, layout, baseBytes }: MemoryImageRecords['block'], word: number): number[] {
  const places = placesOf(move, layout);
  if (places === null) return [];
  const first = Math.floor((word * WORD_BYTES - baseBytes) / move.elementBytes);
  const perWord = Math.max(1, WORD_BYTES / move.elementBytes);
  return [...places.elementIn.subarray(Math.max(0, first), Math.max(0, first + perWord))].filter(
    element => element >= 0,
  );
}

function elementMark(records: MemoryImageRecords, frame: BankMapFrame, element: number): Mark {
  const { block } = records;
  const word = wordOfElement(block, element)!;
  const others = elementsInWord(block, word).length - 1;
  return {
    highlight: { cell: cellOfElement(element), bank: null },
    box: wordBox(frame, word, wordsOf(block.move.elementBytes)),
    lens: {
      title: indexText(block, element),
      lines: [
        ...elementLines(block, element),
        ...(others > 0 ? [`${count(others, 'more element')} in the word`] : []),
        ...laneLines(records, word).map(line => `this request: ${line}`),
      ],
    },
    pickable: true,
  };
}

function emptyMark(records: MemoryImageRecords, frame: BankMapFrame, word: number): Mark {
  const { layout, baseBytes } = records.block;
  const address = word * WORD_BYTES;
  const isInside = address >= baseBytes && address < baseBytes + layout.sharedBytes;
  const lanes = laneLines(records, word);
  const name = isInside ? 'pad' : 'not of the block';
  return {
    highlight: null,
    box: wordBox(frame, word),
    lens: {
      title: isInside && lanes.length === 0 ? 'pad, never read' : name,
      lines: [`${addressText(address)} → ${bankText(address, WORD_BYTES)}`, ...lanes],
    },
    pickable: false,
  };
}
