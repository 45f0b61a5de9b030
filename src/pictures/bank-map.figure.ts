/** The bank map in words: caption, lens, keyboard, table. */
import { addressText } from '../base/numerals.ts';
import { byteAddressOf, type Cell, type TileLayout } from '../model/layout/tile-layout.ts';
import { BANKS, count, elementFormula, LINE_BYTES, WORD_BYTES } from './address-text.ts';
import { type BankHits, bankHits } from './bank-hits.ts';
import { bankBox, bankMapFrame, bankMapHit, cellOfWord, elementBox, wordBox } from './bank-map.frame.ts';
import { bankMapScene } from './bank-map.geometry.ts';
import type { Figure } from './figure.ts';
import type { BankMapRecords, Request } from './records.ts';
import { laneText } from './request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from './view.ts';

export function bankMapFigure(records: BankMapRecords, view: PictureView): Figure {
  const frame = bankMapFrame(records, view);
  const hits = bankHits(records.request);
  const bankMark = (bank: number): Mark => ({
    highlight: { cell: null, bank },
    box: bankBox(frame, bank),
    lens: { title: `bank ${bank}`, lines: [busyText(hits.worstDegree[bank])] },
    pickable: false,
  });
  const wordMark = (wordAddress: number): Mark => {
    const cell = cellOfWord(records.layout, wordAddress);
    const isData = cell !== null && cell !== 'pad';
    return {
      highlight: isData ? { cell, bank: null } : null,
      box: wordBox(frame, wordAddress),
      lens: { title: wordTitle(cell, wordAddress), lines: wordLines(records, wordAddress, cell) },
      pickable: isData,
    };
  };
  return {
    title: 'Bank map',
    text: caption(records.request, frame.block),
    source: view.source,
    scene: bankMapScene(records, view),
    zoomable: null,
    hit(x, y) {
      const target = bankMapHit(records, view, x, y);
      if (target === null) return null;
      return target.kind === 'bank' ? bankMark(target.bank) : wordMark(target.wordAddress);
    },
    markOf(highlight) {
      if (highlight === null) return null;
      if (highlight.cell === null) return highlight.bank === null ? null : bankMark(highlight.bank);
      if (records.layout === null || elementBox(frame, records.layout, highlight.cell) === null) return null;
      const address = byteAddressOf(records.layout, highlight.cell.row, highlight.cell.column);
      return wordMark(Math.floor(address / WORD_BYTES));
    },
    step: (highlight, dx, dy) => stepWord(records.layout, highlight, dx, dy),
    table: () => bankTable(hits, records.request),
  };
}

const busyText = (degree: number): string =>
  degree === 0 ? 'no request' : `${count(degree, 'distinct word')} → ${count(degree, 'wavefront')}`;

function wordTitle(cell: Cell | 'pad' | null, wordAddress: number): string {
  if (cell === 'pad') return 'pad, never read';
  if (cell === null) return `line ${Math.floor(wordAddress / BANKS)}, bank ${wordAddress % BANKS}`;
  return `row ${cell.row}, column ${cell.column}`;
}

function wordLines({ layout, request }: BankMapRecords, wordAddress: number, cell: Cell | 'pad' | null): string[] {
  const line = Math.floor(wordAddress / BANKS);
  const bank = wordAddress % BANKS;
  const place = `${addressText(wordAddress * WORD_BYTES)} = ${line}·${LINE_BYTES} + ${bank}·${WORD_BYTES} → bank ${bank}`;
  const formula = layout !== null && cell !== null && cell !== 'pad' ? [elementFormula(layout, cell)] : [];
  const hits = request?.cost.hits.filter(hit => hit.wordAddress === wordAddress) ?? [];
  if (hits.length === 0) return [...formula, place];
  const lanes = [...new Set(hits.map(hit => hit.lane))];
  return [...formula, place, `${laneText(lanes)}, wavefront ${hits[0].wavefront + 1}`];
}

function caption(request: Request | null, block: number): string {
  const phases = request?.cost.phases.filter(phase => phase.words > 0).length ?? 0;
  const coarse = block === 1 ? '' : `; 1 mark = ${block} lines`;
  if (phases > 1) return `${LINE_BYTES} B lines; bars = wavefronts, worst of ${phases} phases${coarse}`;
  return `${BANKS} banks × ${LINE_BYTES} B lines; bars = wavefronts${coarse}`;
}

/** One bank to the side, one line up or down; stays where the next word holds no element. */
function stepWord(layout: TileLayout | null, highlight: Highlight, dx: number, dy: number): Highlight {
  const cell = highlight?.cell;
  if (!cell || layout === null) {
    const bank = highlight?.bank ?? null;
    return { cell: null, bank: bank === null ? 0 : Math.min(BANKS - 1, Math.max(0, bank + dx)) };
  }
  const word = Math.floor(byteAddressOf(layout, cell.row, cell.column) / WORD_BYTES);
  const words = Math.max(1, layout.elementBytes / WORD_BYTES);
  const next = cellOfWord(layout, word + dx * words + dy * BANKS);
  return next === null || next === 'pad' ? highlight : { cell: next, bank: null };
}

function bankTable(hits: BankHits, request: Request | null): Table {
  const touched = Array.from({ length: BANKS }, (_, bank) => ({
    bank,
    words: [...hits.words.keys()].filter(word => word % BANKS === bank),
    lanes: new Set(request?.cost.hits.filter(hit => hit.bank === bank).map(hit => hit.lane)).size,
  }));
  return {
    columns: ['bank', 'wavefronts', 'lanes', 'addresses'],
    rows: touched.map(({ bank, words, lanes }) => [
      `${bank}`,
      `${hits.worstDegree[bank]}`,
      `${lanes}`,
      words.length === 0 ? '—' : words.map(word => addressText(word * WORD_BYTES)).join(' '),
    ]),
  };
}
