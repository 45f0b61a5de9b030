/** The bank map in words: caption, keyboard, table. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Caption, Figure } from '../figure.ts';
import type { BankMapRecords, Request } from '../records.ts';
import { type BankHits, bankHits } from '../requests/bank-hits.ts';
import { differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { columnNoun } from '../requests/request-cells.ts';
import type { Highlight, PictureView, Table } from '../view.ts';
import { bankMapScene } from './draw.ts';
import { bankMapFrame, bankMapHandles, bankMapHit, cellOfWord } from './frame.ts';
import { bankMapMarks } from './marks.ts';

export function bankMapFigure(records: BankMapRecords, view: PictureView): Figure {
  const frame = bankMapFrame(records, view);
  const hits = bankHits(records.request);
  const marks = bankMapMarks(records, frame, hits);
  return {
    ...captionOf(records, frame.block),
    source: view.source,
    scene: bankMapScene(records, view),
    zoomable: null,
    handles: bankMapHandles(records, frame),
    hit: (x, y) => marks.at(bankMapHit(records, view, x, y)),
    markOf: marks.of,
    step: (highlight, dx, dy) => stepWord(records.layout, highlight, dx, dy),
    table: () => bankTable(hits, records.request),
  };
}

function captionOf({ request, predicted }: BankMapRecords, block: number): Caption {
  if (request?.access.kind === 'bulk') return engineCaption(block);
  const phases = request?.cost.phases.filter(phase => phase.words > 0).length ?? 0;
  const differences = laneDifferences(request, predicted);
  const bars = phases > 1 ? `bars = wavefronts, worst of ${phases} phases` : 'bars = wavefronts';
  const coarse = block === 1 ? '' : `; 1 mark = ${block} lines`;
  return {
    title: 'Bank map',
    text: differences.length > 0 ? `${LINE_BYTES} B lines` : `${LINE_BYTES} B lines; bars = wavefronts`,
    detail: `${BANKS} banks × ${LINE_BYTES} B lines; ${bars}${coarse}${differingDetail(differences)}`,
    differing: differingText(differences),
  };
}

/** Caption for copies of an engine: how their words meet in banks is not known. */
const engineCaption = (block: number): Caption => ({
  title: 'Bank map',
  text: `${LINE_BYTES} B lines; chunks of a copy engine`,
  detail: `${BANKS} banks × ${LINE_BYTES} B lines; the chunks of a copy engine, which has no lanes and no conflicts among them${block === 1 ? '' : `; 1 mark = ${block} lines`}`,
  differing: '',
});

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
    columns: ['bank', 'wavefronts', `${request ? columnNoun(request.access) : 'lane'}s`, 'addresses'],
    rows: touched.map(({ bank, words, lanes }) => [
      `${bank}`,
      `${hits.worstDegree[bank]}`,
      `${lanes}`,
      words.length === 0 ? '—' : words.map(word => addressText(word * WORD_BYTES)).join(' '),
    ]),
  };
}
