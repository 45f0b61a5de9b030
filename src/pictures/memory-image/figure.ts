/** The shared memory image in words: caption, keyboard, table. */
import { BANKS, LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { bankText, count } from '../address-text.ts';
import { type BankMapFrame, type BankTarget, linesHit, wordBox } from '../bank-map/frame.ts';
import { bankMarkOf, laneLines } from '../bank-map/marks.ts';
import type { Caption, Figure } from '../figure.ts';
import { bytesText } from '../padding-schedule/column-heads.ts';
import { verdictText, wordsOf, worstPhase } from '../padding-schedule/rows.ts';
import { elementLines, indexText } from '../permute/block-element-text.ts';
import { placesOf } from '../permute/block-elements.ts';
import { touchedElements } from '../permute/block-request.ts';
import { cellOfElement, type MemoryImageRecords } from '../permute/records.ts';
import { type BankHits, bankHits } from '../requests/bank-hits.ts';
import { differingDetail, differingText, laneDifferences } from '../requests/lane-differences.ts';
import { firstWavefronts } from '../requests/request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { imageWords } from './cells.ts';
import { memoryImageScene, wordOfElement } from './draw.ts';
import { memoryImageFrame, STRIP_Y_PX, sliceName } from './frame.ts';

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

/** Moves to the next word in a direction that holds an element; stays if there is none. */
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

// Lenses of the shared memory image: the element, address and lanes of a word; the load of a bank.

interface MemoryImageMarks {
  at(target: BankTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

function memoryImageMarks(records: MemoryImageRecords, frame: BankMapFrame, hits: BankHits): MemoryImageMarks {
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

/** Elements in a word, by address; an element of several words is in each of them. */
function elementsInWord({ move, layout, baseBytes }: MemoryImageRecords['block'], word: number): number[] {
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
