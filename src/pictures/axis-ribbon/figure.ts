/** The axis ribbon in words: caption, lens, keyboard, table. */
import { elementsOf } from '../../model/permute/block.ts';
import { dimNames } from '../../model/permute/mode-names.ts';
import type { Caption, Figure } from '../figure.ts';
import { elementOn, numberOn } from '../permute/block-elements.ts';
import { type AxisRibbonRecords, cellOfElement } from '../permute/records.ts';
import type { Box, Highlight, Mark, PictureView, Table } from '../view.ts';
import { axisRibbonScene } from './draw.ts';
import { axisRibbonFrame, axisRibbonHit, chipBox, dimsOf } from './frame.ts';
import { canonicalText, extentText, firstStep, indexByDim, innerBlockText, innerExtent } from './names.ts';

type RibbonPlan = AxisRibbonRecords['plan'];

export function axisRibbonFigure(records: AxisRibbonRecords, view: PictureView): Figure {
  const { plan } = records;
  const frame = axisRibbonFrame(records, view);
  return {
    ...captionOf(records),
    source: view.source,
    scene: axisRibbonScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const chip = axisRibbonHit(frame, records, x, y);
      return chip && dimMark(plan, dimsOf(chip.row, plan)[chip.slot], chipBox(frame, chip.row, chip.slot));
    },
    markOf: highlight =>
      highlight?.cell ? elementMark(plan, highlight.cell.column, chipBox(frame, 'input', 0)) : null,
    step: (highlight, dx, dy) => stepElement(plan, highlight, dx, dy),
    table: () => dimTable(plan),
  };
}

function captionOf(records: AxisRibbonRecords): Caption {
  const { plan } = records;
  const note = canonicalText(records);
  const block = `${plan.block.shape.join(' × ')} block`;
  return {
    title: 'Permutation',
    text: `${block}; thick lines form the write block`,
    detail: [block, innerBlockText(plan, 'inRead'), innerBlockText(plan, 'inWrite'), note].filter(Boolean).join('; '),
    differing: '',
  };
}

const ORDINALS = ['fastest', 'second fastest'];

function placeText(order: readonly number[], dim: number): string {
  const fromFastest = order.length - 1 - order.indexOf(dim);
  return ORDINALS[fromFastest] ?? (fromFastest === order.length - 1 ? 'slowest' : `${fromFastest + 1}th fastest`);
}

/** A dimension stands for the first step along it. */
function dimMark(plan: RibbonPlan, dim: number, box: Box): Mark {
  const step = firstStep(plan, dim);
  const { shape, perm } = plan.canonical;
  const input = shape.map((_, i) => i);
  const pieces = plan.block.grid[dim];
  const inner = (['inRead', 'inWrite'] as const).filter(side => innerExtent(plan, dim, side) > 1);
  const names = { inRead: 'read', inWrite: 'write' };
  return {
    highlight: step === null ? null : { cell: cellOfElement(step), bank: null },
    box,
    lens: {
      title: `${dimNames(plan)[dim]}: ${extentText(plan, dim)}`,
      lines: [
        `input: ${placeText(input, dim)}; output: ${placeText(perm, dim)}`,
        inner.length === 0
          ? 'in neither inner block'
          : `in the inner ${inner.map(side => names[side]).join(' and ')} block`,
        ...(pieces > 1 ? [`${pieces.toLocaleString('en-US')} blocks along it`] : []),
      ],
    },
    pickable: step !== null,
  };
}

function elementMark(plan: RibbonPlan, element: number, box: Box): Mark | null {
  if (element >= elementsOf(plan.move.modes)) return null;
  const names = dimNames(plan);
  const index = indexByDim(plan, element).map((i, dim) => `${names[dim].toLowerCase()} ${i}`);
  const output = numberOn('load', plan.move, element);
  return {
    highlight: { cell: cellOfElement(element), bank: null },
    box,
    lens: { title: index.join(', '), lines: [`element ${element} of the input, ${output} of the output`] },
    pickable: true,
  };
}

/** Moves along the input's order with left and right, along the output's order with up and down. */
function stepElement({ move }: RibbonPlan, highlight: Highlight, dx: number, dy: number): Highlight {
  const last = elementsOf(move.modes) - 1;
  const bound = (number: number): number => Math.min(last, Math.max(0, number));
  const cell = highlight?.cell;
  if (!cell || cell.column > last) return { cell: cellOfElement(0), bank: null };
  const beside = bound(cell.column + dx);
  const element = dy === 0 ? beside : elementOn('load', move, bound(numberOn('load', move, beside) + dy));
  return { cell: cellOfElement(element), bank: null };
}

function dimTable(plan: RibbonPlan): Table {
  const { shape, perm } = plan.canonical;
  const names = dimNames(plan);
  const share = (dim: number, side: 'inRead' | 'inWrite'): string => {
    const extent = innerExtent(plan, dim, side);
    return extent > 1 ? `${extent}` : '—';
  };
  return {
    columns: ['dimension', 'extent', 'in a block', 'blocks', 'read block', 'write block', 'place in output'],
    rows: shape.map((extent, dim) => [
      names[dim],
      `${extent}`,
      `${plan.block.shape[dim]}`,
      `${plan.block.grid[dim]}`,
      share(dim, 'inRead'),
      share(dim, 'inWrite'),
      `${perm.indexOf(dim) + 1} of ${perm.length}`,
    ]),
  };
}
