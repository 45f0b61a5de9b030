/** How a timeline is looked at. */

import type { PictureView } from '../view.ts';
import type { TimeWindow } from './records.ts';

/** `playhead`: clk of the axis, infinite where none is drawn. Cells of `highlight` and `selection`: a row, and an item of it. */
export interface PipelineView extends PictureView {
  /** null = all of the axis. */
  readonly window: TimeWindow | null;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** What the tensor pipe and the copy engine do. */
  readonly units: boolean;
  /** A thin line along the work that the whole time depends on. */
  readonly criticalPath: boolean;
}
