/** The padding schedule in words: caption, lens, keyboard, table. */
import { BANKS } from '../../base/hardware.ts';
import type { Caption, Figure } from '../figure.ts';
import type { PaddingScheduleRecords } from '../permute/records.ts';
import type { Highlight, PictureView, Table } from '../view.ts';
import { paddingScheduleScene } from './draw.ts';
import { paddingScheduleFrame } from './frame.ts';
import { bytesText, unitOf } from './head.ts';
import { paddingScheduleHit } from './hit.ts';
import { scheduleMarks } from './marks.ts';
import type { WarpRequests } from './requests.ts';
import { type Schedule, type ScheduleRow, scheduleOf, verdictText, worstPhase } from './rows.ts';

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
