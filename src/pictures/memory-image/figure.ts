/** The shared memory image in words: caption, keyboard, table. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { count } from '../address-text.ts';
import { linesHit } from '../bank-map/frame.ts';
import type { Caption, Figure } from '../figure.ts';
import { bytesText } from '../padding-schedule/head.ts';
import { verdictText, worstPhase } from '../padding-schedule/rows.ts';
import { indexText } from '../permute/block-element-text.ts';
import { touchedElements } from '../permute/block-request.ts';
import { cellOfElement, type MemoryImageRecords } from '../permute/records.ts';
import { bankHits } from '../requests/bank-hits.ts';
import { differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { firstWavefronts } from '../requests/request-cells.ts';
import type { Highlight, PictureView, Table } from '../view.ts';
import { imageWords } from './cells.ts';
import { memoryImageScene } from './draw.ts';
import { memoryImageFrame, STRIP_Y_PX, sliceName } from './frame.ts';
import { wordOfElement } from './highlight.ts';
import { elementsInWord, memoryImageMarks } from './marks.ts';

export function memoryImageFigure(records: MemoryImageRecords, view: PictureView): Figure {
  const frame = memoryImageFrame(records, view);
  const marks = memoryImageMarks(records, frame, bankHits(records.request));
  return {
    ...captionOf(records, frame.lines, frame.block),
    source: view.source,
    scene: memoryImageScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => marks.at(linesHit(frame, STRIP_Y_PX, x, y)),
    markOf: marks.of,
    step: (highlight, dx, dy) => stepWord(records, frame.lines, highlight, dx, dy),
    table: () => (records.request === null ? sliceTable(records, frame.lines) : laneTable(records)),
  };
}

function captionOf({ block, side, request, predicted }: MemoryImageRecords, lines: number, coarse: number): Caption {
  const verb = side === 'load' ? 'loading' : 'storing';
  const who = request === null ? '' : `; warp ${request.access.warp} ${verb}`;
  const differences = laneDifferences(request, predicted);
  const verdict = request === null ? '' : `, ${verdictText(worstPhase(request))}`;
  const blocks = coarse === 1 ? '' : `; 1 mark = ${coarse} lines`;
  return {
    title: 'Shared memory',
    text: `${count(lines, 'line')} × ${LINE_BYTES} B${who}`,
    detail: `${BANKS} banks × ${count(lines, 'line')} of ${LINE_BYTES} B, ${block.title}, ${bytesText(block)}${who}${verdict}${blocks}${differingDetail(differences)}`,
    differing: differingText(differences),
  };
}

/** To the next word in a direction that holds an element; stays where there is none. */
function stepWord(
  { block }: MemoryImageRecords,
  lines: number,
  highlight: Highlight,
  dx: number,
  dy: number,
): Highlight {
  const from = highlight?.cell ? wordOfElement(block, highlight.cell.column) : null;
  if (from === null) return block.layout.exchange === null ? { cell: cellOfElement(0), bank: null } : highlight;
  const by = dx + dy * BANKS;
  for (let word = from + by; word >= 0 && word < lines * BANKS && by !== 0; word += by) {
    const [element] = elementsInWord(block, word);
    if (element !== undefined && element !== highlight?.cell?.column)
      return { cell: cellOfElement(element), bank: null };
  }
  return highlight;
}

function laneTable({ block, request }: MemoryImageRecords): Table {
  const { access } = request!;
  const wavefronts = firstWavefronts(request!);
  const rows = [...touchedElements(block, request)].flatMap((element, lane) => {
    const address = access.address[lane];
    if (((access.activeMask >>> lane) & 1) === 0 || address < 0) return [];
    const bank = Math.floor(address / WORD_BYTES) % BANKS;
    const name = element < 0 ? 'pad' : indexText(block, element);
    return [[`${lane}`, name, addressText(address), `${bank}`, `${wavefronts.get(lane) ?? '—'}`]];
  });
  return { columns: ['lane', 'element', 'address', 'bank', 'wavefront'], rows };
}

function sliceTable({ block }: MemoryImageRecords, lines: number): Table {
  const { sliceStart } = imageWords(block, lines);
  const name = sliceName(block);
  return {
    columns: ['slice', 'first address', 'first bank'],
    rows: sliceStart.map((word, slice) => [`${name}${slice}`, addressText(word * WORD_BYTES), `${word % BANKS}`]),
  };
}
