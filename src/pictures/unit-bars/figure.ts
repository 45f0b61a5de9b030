/** The utilisation in words: caption, lens, keyboard, table. */
import type { RoleTimes } from '../../model/pipeline/role-times.ts';
import type { Caption, Figure } from '../figure.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { unitBarsScene } from './draw.ts';
import { rowBox, rowUnder, unitBarsFrame } from './frame.ts';
import { LIMIT_NAMES, percent, type UnitBarsRecords, type UnitRow, unitRows } from './records.ts';

export function unitBarsFigure(records: UnitBarsRecords, view: PictureView): Figure {
  const frame = unitBarsFrame(records, view);
  const last = frame.rowY.length - 1;
  const markOf = (highlight: Highlight): Mark | null => {
    const row = highlight?.cell?.row ?? -1;
    if (row < 0 || row > last) return null;
    return { highlight: rowHighlight(row), box: rowBox(frame, row), lens: lensOf(records, row), pickable: true };
  };
  return {
    ...captionOf(records),
    source: view.source,
    scene: unitBarsScene(records, view),
    zoomable: null,
    handles: [],
    hit: (_x, y) => markOf(rowUnder(frame, y) && rowHighlight(rowUnder(frame, y)!.row)),
    markOf,
    step: (highlight, _dx, dy) => {
      const from = highlight?.cell?.row;
      return rowHighlight(from === undefined ? 0 : Math.min(last, Math.max(0, from + dy)));
    },
    table: () => unitTable(records),
  };
}

const rowHighlight = (row: number): Highlight => ({ cell: { row, column: 0 }, bank: null });

const clkText = (clk: number): string => `${Math.round(clk).toLocaleString('en-US')} clk`;

function captionOf({ run }: UnitBarsRecords): Caption {
  const { bound, totalClk } = run;
  const what = bound === 'deadlock' ? 'a deadlock' : `most of the critical path: ${LIMIT_NAMES[bound].toLowerCase()}`;
  return {
    title: 'Where the time goes',
    text: what,
    detail: `shares of ${clkText(totalClk)}: how long each unit works, how much of the critical path it is, and what each role waits for; ${what}`,
    differing: '',
  };
}

function lensOf(records: UnitBarsRecords, row: number): Lens {
  const units = unitRows(records);
  return row < units.length ? unitLens(units[row], records) : roleLens(records.roles[row - units.length], records);
}

function unitLens({ name, busy, decides, limit }: UnitRow, { run }: UnitBarsRecords): Lens {
  const lines: string[] = [];
  if (busy !== null && limit !== 'latency')
    lines.push(`works ${clkText(run.busyClk[limit])} of ${clkText(run.totalClk)}: ${percent(busy)}`);
  if (decides !== null) lines.push(`${clkText(run.limitClk[limit])} of the critical path: ${percent(decides)}`);
  return { title: name, lines };
}

function roleLens({ role, worksClk, waits }: RoleTimes, { run }: UnitBarsRecords): Lens {
  const share = (clk: number): string => percent(clk / Math.max(1, run.totalClk));
  const waited = waits.map(({ what, clk }) => `waits for ${what}: ${clkText(clk)}, ${share(clk)}`);
  return { title: role, lines: [`works ${clkText(worksClk)}, ${share(worksClk)}`, ...waited] };
}

/** A row for each unit, then for each role and what it waits for. */
function unitTable(records: UnitBarsRecords): Table {
  const share = (clk: number): string => percent(clk / Math.max(1, records.run.totalClk));
  return {
    columns: ['who', 'what', 'share of the time', 'share of the critical path'],
    rows: [
      ...unitRows(records).map(({ name, busy, decides }) => [
        name,
        'works',
        busy === null ? '—' : percent(busy),
        decides === null ? '—' : percent(decides),
      ]),
      ...records.roles.flatMap(({ role, worksClk, waits }) => [
        [role, 'works', share(worksClk), '—'],
        ...waits.map(({ what, clk }) => [role, `waits for ${what}`, share(clk), '—']),
      ]),
    ],
  };
}
