/** Layouts in words: caption, lens, keyboard, table. */
import { addressText } from '../../base/numerals.ts';
import { idx2crd } from '../../model/layout/coordinate.ts';
import type { IntTuple } from '../../model/layout/int-tuple.ts';
import { printTuple } from '../../model/layout/notation.ts';
import { offsetsOf, operandText } from '../../model/layout-text/operand.ts';
import { bankText, count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { layoutGridScene } from './draw.ts';
import { cellIn, cellUnder, type LayoutFrame, layoutCellBox, layoutFrame, type PanelFrame } from './frame.ts';
import { linksOf, MOST_TRACES } from './links.ts';
import { type LayoutGridRecords, panelHighlight } from './records.ts';

/** Cells never grow beyond this when zooming. */
const GREATEST_CELL_PX = 56;

export function layoutGridFigure(records: LayoutGridRecords, view: PictureView): Figure {
  const frame = layoutFrame(records, view);
  const markOf = (highlight: Highlight): Mark | null => markIn(frame, records, highlight);
  return {
    ...captionOf(records, frame),
    source: view.source,
    scene: layoutGridScene(records, view),
    zoomable: { plot: frame.plot, greatest: greatestZoom(frame, view) },
    handles: [],
    hit(x, y) {
      const under = cellUnder(frame, x, y);
      return under && markOf(panelHighlight(under.panel, under.cell));
    },
    markOf,
    step: (highlight, dx, dy) => step(frame, highlight, dx, dy),
    table: () => tracesTable(records),
  };
}

function markIn({ panels }: LayoutFrame, records: LayoutGridRecords, highlight: Highlight): Mark | null {
  const at = highlight?.cell;
  const panel = at ? panels[at.row] : undefined;
  if (!at || panel === undefined || at.column >= panel.sides.size) return null;
  return { highlight, box: layoutCellBox(panel, at.column), lens: lensOf(records, at.row, at.column), pickable: true };
}

const greatestZoom = ({ panels }: LayoutFrame, { zoom }: PictureView): number =>
  Math.max(1, (GREATEST_CELL_PX * zoom.k) / Math.min(...panels.map(({ pitch }) => pitch)));

const clamp = (value: number, high: number): number => Math.min(high, Math.max(0, value));

/** Moves within a panel, and from its left and right edges to the next panel. */
function step({ panels }: LayoutFrame, highlight: Highlight, dx: number, dy: number): Highlight {
  const at = highlight?.cell;
  const panel = at ? panels[at.row] : undefined;
  if (!at || panel === undefined) return panelHighlight(panels.length - 1, 0);
  const { rows, columns } = panel.sides;
  const column = columns.indexOf(at.column) + dx;
  const row = clamp(rows.indexOf(at.column) + dy, rows.count - 1);
  if (column < 0 && at.row > 0) return edge(panels, at.row - 1, row, 'right');
  if (column >= columns.count && at.row < panels.length - 1) return edge(panels, at.row + 1, row, 'left');
  const cell = cellIn(panel, row, clamp(column, columns.count - 1));
  return panelHighlight(at.row, cell ?? at.column);
}

function edge(panels: readonly PanelFrame[], panel: number, row: number, side: 'left' | 'right'): Highlight {
  const { rows, columns } = panels[panel].sides;
  const cell = cellIn(panels[panel], clamp(row, rows.count - 1), side === 'left' ? 0 : columns.count - 1);
  return panelHighlight(panel, cell ?? 0);
}

/** '(1,(0,2))'; lengths of 1 and single modes included. */
function coordinateText(shape: IntTuple, cell: number): string {
  const coordinate = idx2crd(cell, shape);
  return coordinate.ok ? printTuple(coordinate.value) : `${cell}`;
}

function lensOf({ steps, elementBytes }: LayoutGridRecords, at: number, cell: number): Lens {
  const { title, layout, values, elementOf } = steps.panels[at];
  const element = elementOf(cell);
  const value = offsetsOf(layout)(cell);
  const { traces } = linksOf(steps, at, cell);
  const place =
    element < 0 ? [] : [`${addressText(element * elementBytes)} → ${bankText(element * elementBytes, elementBytes)}`];
  return {
    title,
    lines: [
      `${coordinateText(layout.layout.shape, cell)} = coordinate ${cell}`,
      values === 'offset' ? `offset ${value}` : `${values} ${value} → offset ${element}`,
      ...place,
      ...(traces > 1 ? [`in ${count(traces, 'coordinate')} of the result`] : []),
    ],
  };
}

function captionOf({ steps, colourBy, elementBytes }: LayoutGridRecords, { panels }: LayoutFrame): Caption {
  const block = Math.max(...panels.map(panel => panel.block));
  const colour = colourBy === 'bank' ? `colour = bank, ${elementBytes} B an element` : 'shade = offset';
  const coarse = block === 1 ? '' : `; 1 mark = ${block} × ${block} cells, zoom in for cells`;
  const unlinked = steps.traces > MOST_TRACES ? '; too many coordinates for arrows' : '';
  const layouts = steps.panels.map(({ title, layout }) => `${title} ${operandText(layout)}`).join('; ');
  return {
    title: 'Layouts',
    text: `${colour}${coarse}${unlinked}`,
    detail: `${layouts}; one element has one colour in all panels, ${colour}${coarse}${unlinked}`,
    differing: '',
  };
}

const LISTED = 512;

/** A row for each coordinate of the result: the value in every panel that it goes through. */
export function tracesTable({ steps }: LayoutGridRecords, listed = LISTED): Table {
  const { panels } = steps;
  const valuesOf = panels.map(({ layout }) => offsetsOf(layout));
  const last = panels[panels.length - 1].layout.layout.shape;
  return {
    columns: ['i', 'coordinate', ...panels.map(({ title }) => title)],
    rows: Array.from({ length: Math.min(steps.traces, listed) }, (_, trace) => [
      `${trace}`,
      coordinateText(last, trace),
      ...panels.map(({ cellOf, layout }, panel) => {
        const cell = cellOf(trace);
        return cell < 0 ? '—' : `${coordinateText(layout.layout.shape, cell)} → ${valuesOf[panel](cell)}`;
      }),
    ]),
  };
}
