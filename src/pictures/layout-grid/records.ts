/** The records of a picture of layouts: operands, what lies between, result, each a grid of offsets. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { LayoutSteps } from '../../model/layout-steps/steps.ts';
import type { Highlight } from '../view.ts';

export interface LayoutGridRecords {
  /** Keep the same object while nothing changes: cells and links are kept by it. */
  readonly steps: Pick<LayoutSteps, 'panels' | 'traces'>;
  /** Cells that stand for one element have one colour, in whatever panel: that of its bank, or a shade by its offset. */
  readonly colourBy: 'bank' | 'offset';
  readonly elementBytes: number;
}

/** A highlight's row is a panel, its column the cell as a whole number. */
export const panelCell = (panel: number, cell: number): Cell => ({ row: panel, column: cell });

export const panelHighlight = (panel: number, cell: number): Highlight => ({
  cell: panelCell(panel, cell),
  bank: null,
});
