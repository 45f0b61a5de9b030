/** On the bank map: the words that lanes should touch, dashed, and a flag on those that they do. */
import { BANKS } from './address-text.ts';
import { type BankMapFrame, wordBox } from './bank-map.frame.ts';
import { cornerFlag, predictedRing } from './difference-marks.ts';
import { laneDifferences } from './lane-differences.ts';
import type { BankMapRecords, Request } from './records.ts';
import type { SceneBuilder } from './scene-builder.ts';
import type { PictureView } from './view.ts';

export function drawDifferences(
  scene: SceneBuilder,
  frame: BankMapFrame,
  { request, predicted = null }: BankMapRecords,
  { theme }: PictureView,
): void {
  const differing = new Set(laneDifferences(request, predicted).map(({ lane }) => lane));
  // A block of lines stands for words that agree as well: one mark on it would say too much.
  if (differing.size === 0 || frame.block > 1) return;
  for (const word of wordsOf(predicted, differing, frame)) predictedRing(scene, theme, wordBox(frame, word));
  for (const word of wordsOf(request, differing, frame)) cornerFlag(scene, theme, wordBox(frame, word));
}

function wordsOf(request: Request | null, lanes: ReadonlySet<number>, frame: BankMapFrame): Set<number> {
  const hits = request?.cost.hits.filter(hit => lanes.has(hit.lane) && hit.wordAddress < frame.lines * BANKS);
  return new Set(hits?.map(hit => hit.wordAddress));
}
