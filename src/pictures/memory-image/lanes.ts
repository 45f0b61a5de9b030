/** Which lanes touch which line of a shared memory image, named beside the line in the colour of the conflict. */

import { BANKS } from '../../base/hardware.ts';
import type { BankMapFrame } from '../bank-map/frame.ts';
import type { Request } from '../records.ts';
import { laneText } from '../requests/request-cells.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeChip } from '../theme.ts';
import type { Box } from '../view.ts';
import type { MemoryImagePen } from './frame.ts';

export interface TouchedLine {
  readonly line: number;
  readonly firstBank: number;
  readonly lastBank: number;
  readonly lanes: readonly number[];
  /** Of its busiest bank. */
  readonly degree: number;
}

/** By line, top down. */
export function touchedLines(request: Request | null): TouchedLine[] {
  if (request === null) return [];
  const { hits } = request.cost;
  const lines = new Set(hits.map(({ wordAddress }) => Math.floor(wordAddress / BANKS)));
  return [...lines].toSorted((a, b) => a - b).map(line => touchedLine(request, line));
}

function touchedLine({ cost }: Request, line: number): TouchedLine {
  const hits = cost.hits.filter(({ wordAddress }) => Math.floor(wordAddress / BANKS) === line);
  const banks = hits.map(({ bank }) => bank);
  return {
    line,
    firstBank: Math.min(...banks),
    lastBank: Math.max(...banks),
    lanes: [...new Set(hits.map(({ lane }) => lane))].toSorted((a, b) => a - b),
    degree: Math.max(...hits.map(({ phase, bank }) => cost.phases[phase].wordsPerBank[bank])),
  };
}

const LABEL_PX = 12;
const AWAY_PX = 5;
/** More would hide what they name. */
const MOST_LABELS = 10;

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Left out where no place is free. */
export function drawLaneLabels(
  { scene, frame, theme, textScale, view: { width } }: MemoryImagePen,
  lines: readonly TouchedLine[],
): void {
  const taken = lines.map(line => lineBox(frame, line));
  for (const line of labelled(lines)) {
    const text = laneText(line.lanes);
    const size = { width: textPx(text, 10 * textScale) + 4 * textScale, height: LABEL_PX * textScale };
    const box = places(frame, line, size).find(
      at => at.x >= frame.x && at.x + at.width <= width && !taken.some(other => overlaps(at, other)),
    );
    if (line.line >= frame.lines || box === undefined) continue;
    taken.push(box);
    const chip = degreeChip(theme, line.degree);
    scene.rect(box, chip.fill, { radius: 2 });
    const style = { anchor: 'middle', weight: 600 } as const;
    scene.text(box.x + box.width / 2, box.y + box.height - 3 * textScale, text, chip.text, style);
  }
}

const lineBox = (frame: BankMapFrame, { line, firstBank, lastBank }: TouchedLine): Box => ({
  x: frame.x + firstBank * frame.pitchX,
  y: frame.linesY + line * frame.pitchY,
  width: (lastBank + 1 - firstBank) * frame.pitchX,
  height: frame.pitchY,
});

/** Behind the last word, or a few banks further, or before the first. */
function places(frame: BankMapFrame, touched: TouchedLine, size: Pick<Box, 'width' | 'height'>): Box[] {
  const line = lineBox(frame, touched);
  const y = Math.max(frame.linesY, line.y + (line.height - size.height) / 2);
  const behind = [0, 1, 2, 3].map(banks => line.x + line.width + AWAY_PX + banks * frame.pitchX);
  return [...behind, line.x - AWAY_PX - size.width].map(x => ({ x, y, ...size }));
}

/** The first, every 2nd, 4th, 8th … after it, and the last. */
function labelled(lines: readonly TouchedLine[]): readonly TouchedLine[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(lines.length / MOST_LABELS)));
  return lines.filter((_, i) => i % step === 0 || i === lines.length - 1);
}
