/** On the tensor view: the elements that lanes should touch, dashed, and a flag on those that they do. */
import { touchedElements } from '../permute/block-request.ts';
import type { Request } from '../records.ts';
import { cornerFlag, predictedOutline } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import type { TensorViewPen } from './frame.ts';
import { elementBox, elementsPath } from './places.ts';

/** Cells of fewer pixels hold no flag that could be told from its neighbour's. */
const FLAGGED_PX = 5;

export function drawTensorDifferences(pen: TensorViewPen): void {
  const { scene, frame, theme } = pen;
  const { block, request, predicted = null } = pen.records;
  const lanes = laneDifferences(request, predicted).map(({ lane }) => lane);
  if (lanes.length === 0) return;
  const elementsAt = (of: Request | null): number[] => {
    const touched = touchedElements(block, of);
    return lanes.map(lane => touched[lane]).filter(element => element >= 0);
  };
  const d = elementsPath(frame, block, elementsAt(predicted), 0);
  if (d !== '') scene.path(d, predictedOutline(theme, false));
  if (frame.pitch < FLAGGED_PX) return;
  for (const element of elementsAt(request)) cornerFlag(pen, elementBox(frame, block, element));
}
