/** On the bank map: the words that lanes should touch, dashed, and a flag on those that they do. */
import { BANKS } from '../../base/hardware.ts';
import type { BankMapRecords, Request } from '../records.ts';
import { cornerFlag, predictedRing } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box } from '../view.ts';
import { type BankMapFrame, wordBox } from './frame.ts';

/** Of any picture by banks. */
type DifferencesPen = PicturePen<BankMapFrame, Pick<BankMapRecords, 'request' | 'predicted'>>;

export function drawDifferences(pen: DifferencesPen): void {
  const { frame } = pen;
  const { request, predicted = null } = pen.records;
  const differing = new Set(laneDifferences(request, predicted).map(({ lane }) => lane));
  if (differing.size === 0) return;
  for (const word of wordsOf(predicted, differing, frame)) predictedRing(pen, markBox(frame, word));
  for (const word of wordsOf(request, differing, frame)) cornerFlag(pen, markBox(frame, word));
}

const markBox = (frame: BankMapFrame, word: number): Box => ({
  ...wordBox(frame, word),
  height: frame.block * frame.pitchY - frame.gapY,
});

/** Of a block of lines, which is drawn as one, the words of its first line. */
function wordsOf(request: Request | null, lanes: ReadonlySet<number>, frame: BankMapFrame): Set<number> {
  const hits = request?.cost.hits.filter(hit => lanes.has(hit.lane) && hit.wordAddress < frame.lines * BANKS);
  const blockWords = frame.block * BANKS;
  return new Set(hits?.map(hit => Math.floor(hit.wordAddress / blockWords) * blockWords + hit.bank));
}
