/** Brackets below a role's work: which softmax runs under which product of its own warpgroup. */
import {
  type HiddenSoftmax,
  type HidingProduct,
  hiddenSoftmax,
  hidingNames,
} from '../../model/attention/hidden-softmax.ts';
import { OncePerRun } from '../../model/pipeline/once-per-run.ts';
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { Box } from '../view.ts';
import type { TimelinePen } from './bars.ts';
import { BRACKET_PX, boxOf, type PlacedRow, sightOf } from './frame.ts';

const softmaxes = new OncePerRun<RunRecords, readonly HiddenSoftmax[]>(run => hiddenSoftmax(run.spans));

/** Narrower ones would run together. */
const LEAST_PX = 5;
const TEXT_PX = 10;
/** Between the words of two. */
const GAP_PX = 6;

export function drawBrackets(pen: TimelinePen): void {
  for (const row of pen.frame.rows) if (row.kind === 'role' && row.hasSoftmax) drawRow(pen, row);
}

function drawRow(pen: TimelinePen, row: PlacedRow): void {
  const extent = { y: row.y + row.workPx + 2, height: BRACKET_PX * pen.textScale - 3 };
  const seen = softmaxes.of(pen.records.run).flatMap(softmax => {
    const { role, under } = softmax;
    if (row.kind !== 'role' || role !== row.name || under === null || !isSeen(pen, under)) return [];
    return [{ words: wordsOf(softmax), box: boxOf(pen.frame, under.from, under.to, extent) }];
  });
  const middles = seen.map(({ box }) => box.x + box.width / 2);
  for (const [i, { box, words }] of seen.entries()) {
    if (box.width < LEAST_PX) continue;
    const apart = [i - 1, i + 1].flatMap(other => (other in middles ? Math.abs(middles[other] - middles[i]) : []));
    drawBracket(pen, box, words, Math.max(box.width, Math.min(Number.POSITIVE_INFINITY, ...apart) - GAP_PX));
  }
}

function isSeen({ frame }: TimelinePen, { from, to }: HidingProduct): boolean {
  const sight = sightOf(frame);
  return to > sight.from && from < sight.to;
}

/** The longest that fits is shown. */
function wordsOf(softmax: HiddenSoftmax): string[] {
  const { block, product } = hidingNames(softmax)!;
  return [
    `softmax of ${block} runs under ${product}`,
    `exp of ${block} under ${product}`,
    `${block} under ${product}`,
    `under ${product}`,
  ];
}

/** Open to the bars above, which it spans. `roomPx`: of its words. */
function drawBracket(
  { scene, theme, textScale }: TimelinePen,
  box: Box,
  words: readonly string[],
  roomPx: number,
): void {
  const [size, tick] = [TEXT_PX * textScale, 3 * textScale];
  const [left, right, y] = [box.x + 0.5, box.x + box.width - 1.5, box.y + tick];
  scene.path(`M${left} ${box.y}V${y}H${right}V${box.y}`, { stroke: theme.ink2, width: 1.2 });
  const text = words.find(each => textPx(each, size) <= roomPx);
  if (text !== undefined)
    scene.text(box.x + box.width / 2, box.y + box.height - 0.5, text, theme.ink2, { size, anchor: 'middle' });
}
