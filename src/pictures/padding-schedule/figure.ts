/** The padding schedule in words: caption, lens, keyboard, table. */
import { BANKS } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { bankStepElements } from '../../model/permute/strides.ts';
import { bankText, count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { cellOfElement, type PaddingScheduleRecords } from '../permute/records.ts';
import { laneText } from '../requests/request-cells.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { bytesText, unitOf } from './column-heads.ts';
import { paddingScheduleScene } from './draw.ts';
import {
  type PaddingScheduleFrame,
  paddingScheduleFrame,
  rulerBox,
  rulerX,
  slotBox,
  stackBox,
  stackTop,
} from './frame.ts';
import type { WarpRequests } from './requests.ts';
import {
  type ElementLanding,
  type Schedule,
  type ScheduleRow,
  scheduleOf,
  verdictText,
  wordsOf,
  wordsPerBank,
  worstPhase,
} from './rows.ts';

export function paddingScheduleFigure(records: PaddingScheduleRecords, view: PictureView): Figure {
  const schedule = scheduleOf(records);
  const frame = paddingScheduleFrame(records, schedule.rows, view);
  const marks = scheduleMarks(records, schedule, frame);
  return {
    ...captionOf(records, schedule),
    source: view.source,
    scene: paddingScheduleScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => marks.at(paddingScheduleHit(frame, schedule.rows.length, x, y)),
    markOf: marks.of,
    step: (highlight, dx) => stepBank(schedule, highlight, dx),
    table: () => scheduleTable(records, schedule),
  };
}

function captionOf({ variants, chosen }: PaddingScheduleRecords, { requests, modulus }: Schedule): Caption {
  const side = chosen.side === 'load' ? 'loads in write order' : 'stores in read order';
  const verdicts = variants.map(({ letter, title }, i) => {
    const request = requests[i];
    const verdict = request === null ? 'no shared memory' : verdictText(worstPhase(request));
    return `${letter} ${title}: ${verdict}, ${bytesText(variants[i])}`;
  });
  return {
    title: 'Padding schedule',
    text: `${side}; strides in ${unitOf(variants[0])}`,
    detail: `${side} of warp ${chosen.warp}; strides in ${unitOf(variants[0])}, residues mod ${modulus}; ${verdicts.join('; ')}`,
    differing: '',
  };
}

/** Along the banks of the warp. */
function stepBank({ requests }: Schedule, highlight: Highlight, dx: number): Highlight {
  if (requests.every(request => request === null)) return highlight;
  const bank = highlight?.cell === null ? highlight.bank : null;
  return { cell: null, bank: bank === null ? 0 : Math.min(BANKS - 1, Math.max(0, bank + dx)) };
}

const COLUMNS = ['pad', 'stride', 'residue', 'banks'];

function scheduleTable({ variants }: PaddingScheduleRecords, { rows, warps }: Schedule): Table {
  const perVariant = variants.flatMap(({ letter }) => COLUMNS.map(name => `${letter} ${name}`));
  const warpTexts = ({ side, warp, requests }: WarpRequests): string[] => [
    `${side}, warp ${warp}`,
    ...['', '', ''],
    ...requests.flatMap(request => [
      ...['', '', ''],
      request === null ? 'no shared memory' : verdictText(worstPhase(request)),
    ]),
  ];
  const rowTexts = (row: ScheduleRow): string[] => [
    row.name,
    `${row.extent}`,
    row.wanted === null ? 'any' : `≡ ${row.wanted}`,
    `${row.steps.length}`,
    ...variants.flatMap((_, variant) => cellTexts(row, variant)),
  ];
  return {
    columns: ['mode', 'extent', 'stride wanted', 'steps of the warp', ...perVariant],
    rows: [...rows.map(rowTexts), ...warps.map(warpTexts)],
  };
}

function cellTexts({ cells }: ScheduleRow, variant: number): string[] {
  const { pad, stride, residue, landings, xorText } = cells[variant];
  if (landings.length === 0) return ['—', '—', '—', '—'];
  const banks = landings.map(({ bank }) => bank).join(' ');
  return [xorText === '' ? `${pad}` : xorText, `${stride}`, `${residue}`, banks];
}

// Lenses of the padding schedule: element and bank of a step, the sum behind a number, the words of a bank.

interface ScheduleMarks {
  at(target: ScheduleTarget | null): Mark | null;
  of(highlight: Highlight): Mark | null;
}

function scheduleMarks(
  records: PaddingScheduleRecords,
  schedule: Schedule,
  frame: PaddingScheduleFrame,
): ScheduleMarks {
  const at = (target: ScheduleTarget | null): Mark | null => {
    if (target === null) return null;
    if (target.kind === 'bank') return bankMark(schedule, frame, target);
    const row = schedule.rows[target.row];
    if (target.kind === 'row') return rowMark(records, schedule, frame, target.row, target.variant);
    const landing = landingAt(row, target.variant, target.bank);
    return landing === null ? null : stepMark(records, frame, target, row, landing);
  };
  const of = (highlight: Highlight): Mark | null => {
    if (highlight === null) return null;
    const { cell, bank } = highlight;
    if (cell === null) return bank === null ? null : chosenBankMark(schedule, frame, bank);
    const place = placeOf(schedule, cell.column);
    return place && at({ kind: 'slot', ...place });
  };
  return { at, of };
}

/** The first step that covers a bank of a ruler. */
function landingAt({ cells, steps, elementBytes }: ScheduleRow, variant: number, bank: number): ElementLanding | null {
  if (steps.length < 2) return null;
  const words = wordsOf(elementBytes);
  return cells[variant].landings.find(landing => bank >= landing.bank && bank < landing.bank + words) ?? null;
}

function placeOf({ rows }: Schedule, element: number): { row: number; variant: number; bank: number } | null {
  for (const [row, { cells, steps }] of rows.entries())
    for (const [variant, { landings }] of cells.entries()) {
      const landing = landings.find(at => at.element === element);
      if (landing === undefined || steps.length < 2) continue;
      // Another step may cover the same bank: then that one would answer.
      if (landingAt(rows[row], variant, landing.bank) === landing) return { row, variant, bank: landing.bank };
    }
  return null;
}

function stepMark(
  { variants }: PaddingScheduleRecords,
  frame: PaddingScheduleFrame,
  { row: at, variant }: { readonly row: number; readonly variant: number },
  row: ScheduleRow,
  { index, element, byteAddress, bank }: ElementLanding,
): Mark {
  const { letter, move } = variants[variant];
  const here = row.cells[variant].landings.filter(landing => landing.bank === bank);
  const also = here.length > 1 ? [`${here.length} of ${row.steps.length} steps land on this bank`] : [];
  return {
    highlight: { cell: cellOfElement(element), bank: null },
    box: slotBox(frame, rulerBox(frame, variant, at), bank, wordsOf(row.elementBytes)),
    lens: {
      title: `${letter}: ${row.name.toLowerCase()} = ${index}`,
      lines: [`${addressText(byteAddress)} → ${bankText(byteAddress, move.elementBytes)}`, ...also],
    },
    pickable: true,
  };
}

/** Mark of a row's numbers; for a variant, with the sum that gives the stride. */
function rowMark(
  records: PaddingScheduleRecords,
  schedule: Schedule,
  frame: PaddingScheduleFrame,
  at: number,
  variant: number | null,
): Mark {
  const row = schedule.rows[at];
  const x = variant === null ? 0 : frame.groupX[variant];
  const width = frame.groupX[variant === null ? 0 : variant + 1] - x;
  const wants = wantsText(records, row, schedule.modulus);
  const block = variant === null ? null : records.variants[variant];
  return {
    highlight: null,
    box: { x, y: frame.rowsY + at * frame.rowPitch, width, height: frame.rowPitch },
    lens:
      block === null
        ? { title: `${row.name}: ${row.extent}`, lines: [stepsText(row), wants] }
        : { title: `${block.letter}: ${row.name}, ${unitOf(block)}`, lines: [sumText(row, variant!, schedule), wants] },
    pickable: false,
  };
}

const stepsText = ({ steps }: ScheduleRow): string =>
  steps.length > 1 ? `the warp's lanes have ${count(steps.length, 'index', 'indices')}` : 'all lanes have one index';

function wantsText({ variants, chosen }: PaddingScheduleRecords, { wanted }: ScheduleRow, modulus: number): string {
  if (wanted !== null) return `${chosen.side} wants a stride ≡ ${wanted} (mod ${modulus})`;
  return variants[0].move.vectors[chosen.side] > 1
    ? 'lanes have several elements each: no one residue is right'
    : 'any stride will do: lanes served together do not step here';
}

function sumText({ cells }: ScheduleRow, variant: number, { placedBy, modulus }: Schedule): string {
  const { pad, stride, residue, xorText } = cells[variant];
  if (placedBy[variant] === 'registers') return 'lanes exchange registers: nothing is stored';
  if (placedBy[variant] === 'table') return 'a table gives the place of every element';
  const sum = pad > 0 ? `${stride - pad} + ${pad} of padding = ${stride}` : `stride ${stride}, no padding`;
  return [`${sum} ≡ ${residue} (mod ${modulus})`, xorText].filter(Boolean).join('; ');
}

/** Mark of a bank, for the first variant with a request. */
function chosenBankMark(schedule: Schedule, frame: PaddingScheduleFrame, bank: number): Mark | null {
  const variant = schedule.requests.findIndex(request => request !== null);
  const warp = schedule.warps.findIndex(({ isChosen }) => isChosen);
  return variant < 0 ? null : bankMark(schedule, frame, { warp, variant, bank });
}

type BankPlace = Omit<Extract<ScheduleTarget, { kind: 'bank' }>, 'kind'>;

function bankMark({ warps }: Schedule, frame: PaddingScheduleFrame, place: BankPlace): Mark | null {
  const { warp, variant, bank } = place;
  const request = warps[warp].requests[variant];
  if (request === null || bank >= BANKS) return null;
  const words = wordsPerBank(request)[bank];
  const lanes = [...new Set(request.cost.hits.filter(hit => hit.bank === bank).map(({ lane }) => lane))];
  const busy = words === 0 ? 'no lane' : `${count(words, 'distinct word')} → ${count(words, 'wavefront')}`;
  return {
    highlight: { cell: null, bank },
    box: slotBox(frame, stackBox(frame, warp, variant), bank),
    lens: { title: `${warps[warp].side}, bank ${bank}`, lines: lanes.length === 0 ? [busy] : [busy, laneText(lanes)] },
    pickable: false,
  };
}

// Finds what a point of the padding schedule means, and what a drag of a ruler asks for.

/** Pad of a mode [elements] after a drag of its ruler by `dx`: its steps move from bank to bank. */
export function padAfterDrag(frame: PaddingScheduleFrame, pad: number, dx: number, elementBytes: number): number {
  const step = bankStepElements(elementBytes);
  return Math.max(0, pad + Math.round(dx / (frame.slot * wordsOf(elementBytes))) * step);
}

type ScheduleTarget =
  | { readonly kind: 'slot'; readonly row: number; readonly variant: number; readonly bank: number }
  | { readonly kind: 'bank'; readonly warp: number; readonly variant: number; readonly bank: number }
  | { readonly kind: 'row'; readonly row: number; readonly variant: number | null };

function paddingScheduleHit(frame: PaddingScheduleFrame, rows: number, px: number, py: number): ScheduleTarget | null {
  const group = frame.groupX.findLastIndex(x => px >= x);
  const variant = group >= 0 && group < frame.groupX.length - 1 ? group : null;
  const bank = variant === null ? -1 : Math.floor((px - rulerX(frame, variant)) / frame.slot);
  const isBank = variant !== null && bank >= 0 && bank < BANKS;
  if (py >= frame.stackY && py < frame.height) {
    const warp = py < stackTop(frame, 1) ? 0 : 1;
    return isBank ? { kind: 'bank', warp, variant, bank } : null;
  }
  const row = Math.floor((py - frame.rowsY) / frame.rowPitch);
  if (row < 0 || row >= rows) return null;
  const onRuler = isBank && py >= rulerBox(frame, variant, row).y;
  return onRuler ? { kind: 'slot', row, variant, bank } : { kind: 'row', row, variant };
}
