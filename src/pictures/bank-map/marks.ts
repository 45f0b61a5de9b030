/** Lenses of the bank map: the load of a bank; the element, address and lanes of a word. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { byteAddressOf, type Cell } from '../../model/layout/tile-layout.ts';
import { count, elementFormula } from '../address-text.ts';
import type { BankMapRecords } from '../records.ts';
import type { BankHits } from '../requests/bank-hits.ts';
import { differenceLines, differencesAt, laneDifferences } from '../requests/lane-differences.ts';
import { columnNoun, laneText } from '../requests/request-cells.ts';
import type { Highlight, Mark } from '../view.ts';
import { type BankMapFrame, type BankTarget, bankBox, cellOfWord, elementBox, wordBox } from './frame.ts';

interface BankMapMarks {
  at(target: BankTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

export function bankMapMarks(records: BankMapRecords, frame: BankMapFrame, hits: BankHits): BankMapMarks {
  const { layout } = records;
  const bankMark = (bank: number): Mark => bankMarkOf(frame, hits, bank);
  const wordMark = (wordAddress: number): Mark => wordMarkOf(records, frame, wordAddress);
  return {
    at: target => target && (target.kind === 'bank' ? bankMark(target.bank) : wordMark(target.wordAddress)),
    of(highlight) {
      if (highlight === null) return null;
      const { cell, bank } = highlight;
      if (cell === null) return bank === null ? null : bankMark(bank);
      if (layout === null || elementBox(frame, layout, cell) === null) return null;
      return wordMark(Math.floor(byteAddressOf(layout, cell.row, cell.column) / WORD_BYTES));
    },
  };
}

export const bankMarkOf = (frame: BankMapFrame, hits: BankHits, bank: number): Mark => ({
  highlight: { cell: null, bank },
  box: bankBox(frame, bank),
  lens: { title: `bank ${bank}`, lines: [busyText(hits.worstDegree[bank])] },
  pickable: false,
});

const busyText = (degree: number): string =>
  degree === 0 ? 'no request' : `${count(degree, 'distinct word')} → ${count(degree, 'wavefront')}`;

function wordMarkOf(records: BankMapRecords, frame: BankMapFrame, wordAddress: number): Mark {
  const cell = cellOfWord(records.layout, wordAddress);
  const isData = cell !== null && cell !== 'pad';
  const lanes = laneLines(records, wordAddress);
  return {
    highlight: isData ? { cell, bank: null } : null,
    box: wordBox(frame, wordAddress),
    lens: {
      title: wordTitle(cell, wordAddress, lanes.length > 0),
      lines: [...placeLines(records, wordAddress, cell), ...lanes],
    },
    pickable: isData,
  };
}

function wordTitle(cell: Cell | 'pad' | null, wordAddress: number, isTouched: boolean): string {
  if (cell === 'pad') return isTouched ? 'pad' : 'pad, never read';
  if (cell === null) return `line ${Math.floor(wordAddress / BANKS)}, bank ${wordAddress % BANKS}`;
  return `row ${cell.row}, column ${cell.column}`;
}

function placeLines({ layout }: BankMapRecords, wordAddress: number, cell: Cell | 'pad' | null): string[] {
  const line = Math.floor(wordAddress / BANKS);
  const bank = wordAddress % BANKS;
  const address = addressText(wordAddress * WORD_BYTES);
  const place = `${address} = ${line}·${LINE_BYTES} + ${bank}·${WORD_BYTES} → bank ${bank}`;
  return layout !== null && cell !== null && cell !== 'pad' ? [elementFormula(layout, cell), place] : [place];
}

/** Lines of text that say which lanes access the word, when, and where the sources differ. */
export function laneLines(
  { request, predicted }: Pick<BankMapRecords, 'request' | 'predicted'>,
  wordAddress: number,
): string[] {
  const hits = request?.cost.hits.filter(hit => hit.wordAddress === wordAddress) ?? [];
  const lanes = [...new Set(hits.map(hit => hit.lane))];
  const served =
    request === null || hits.length === 0
      ? []
      : [`${laneText(lanes, columnNoun(request.access))}, wavefront ${hits[0].wavefront + 1}`];
  const differences = laneDifferences(request, predicted);
  return [...served, ...differenceLines(differencesAt(differences, wordAddress * WORD_BYTES, WORD_BYTES))];
}
