/** A tile of words in the colours of their banks; below, the lanes of one request queue at the doors of the banks that they want. */
import type { WordHit } from '../../model/banks/bank-model.ts';
import { byteAddressOf, type Cell } from '../../model/layout/tile-layout.ts';
import { type Pen, plainPen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { blend, degreeFill, degreeLabel, type Theme } from '../theme.ts';
import type { Box } from '../view.ts';
import { type BankQueueFrame, type BankQueueRecords, bankQueueFrame, blockBox, cellBox, doorBox } from './frame.ts';

export interface BankQueueLook {
  readonly theme: Theme;
  readonly width: number;
  /** Room for the names at the left; names are short where it is narrow. */
  readonly labelPx: number;
  /** Wavefronts so far, the one under way included. */
  readonly served: number;
  /** Whether the last of them is under way: its lane is ringed. */
  readonly isUnderWay: boolean;
  /** Whether it is drawn pale, beside the one that is being changed, and without a wavefront under way. */
  readonly isPale: boolean;
  readonly pointed: Cell | null;
}

interface QueuePen extends Pen {
  readonly frame: BankQueueFrame;
  readonly records: BankQueueRecords;
  readonly look: BankQueueLook;
}

/**
 * Shares of a colour blended with the page: a bank that no lane reads, a pale picture, a word that is still pending.
 */
const UNREAD = { light: 0.55, dark: 0.6 };
const PALE = 0.62;
const PENDING = 0.3;
/** Room for 'lane 7'; below it, numbers alone. */
const NAMED_PX = 40;

export function bankQueueScene(records: BankQueueRecords, look: BankQueueLook): Scene {
  const frame = bankQueueFrame(records, look.width, look.labelPx);
  const pen = { ...plainPen(look.theme), frame, records, look };
  drawTile(pen);
  drawPadding(pen);
  drawQueues(pen);
  drawDoors(pen);
  pen.scene.layer();
  drawRings(pen);
  return pen.scene.finish(frame.width, frame.height);
}

/** Few banks take colours that lie far apart: the second shade of every hue. */
export const queueBankFill = ({ banks }: Theme, bank: number, bankCount: number): string =>
  banks[Math.floor((bank * banks.length) / bankCount) + 1];

const shown = ({ look: { isPale }, theme }: QueuePen, colour: string): string =>
  isPale ? blend(theme.page, colour, PALE) : colour;

const waysOf = ({ records: { cost } }: QueuePen, bank: number): number =>
  Math.max(1, ...cost.phases.map(phase => phase.wordsPerBank[bank]));

const isServed = ({ look: { served } }: QueuePen, hit: WordHit): boolean => hit.wavefront < served;

const isUnderWay = ({ look }: QueuePen, hit: WordHit): boolean => look.isUnderWay && hit.wavefront === look.served - 1;

function drawTile(pen: QueuePen): void {
  const { scene, frame, records } = pen;
  const { layout, model, cells, cost } = records;
  for (let row = 0; row < layout.rows; row++) {
    for (let column = 0; column < layout.columns; column++) {
      const word = byteAddressOf(layout, row, column) / model.bankBytes;
      const lane = cells.findIndex(cell => cell.row === row && cell.column === column);
      const { fill, text } = wordColours(
        pen,
        word % model.bankCount,
        cost.hits.find(hit => hit.lane === lane),
      );
      const box = cellBox(frame, { row, column });
      scene.rect(box, fill, { radius: 2, bank: word % model.bankCount });
      centred(pen, box, `${word}`, text, lane >= 0);
    }
    drawRowName(pen, row);
  }
}

/** A word that waits keeps the colour of its bank, so that one sees why it waits; once served, that of its queue. */
function wordColours(pen: QueuePen, bank: number, hit: WordHit | undefined) {
  const { theme, records } = pen;
  const own = queueBankFill(theme, bank, records.model.bankCount);
  if (hit === undefined) return { fill: shown(pen, blend(theme.page, own, UNREAD[theme.name])), text: theme.ink2 };
  const ways = waysOf(pen, bank);
  return ways > 1 && isServed(pen, hit)
    ? { fill: shown(pen, degreeFill(theme, ways)), text: pen.look.isPale ? theme.ink : degreeLabel(theme, ways) }
    : { fill: shown(pen, own), text: theme.label };
}

function drawRowName({ scene, frame, theme, records: { cells } }: QueuePen, row: number): void {
  const lanes = cells.flatMap((cell, lane) => (cell.row === row ? [lane] : []));
  if (lanes.length === 0) return;
  const numbers = lanes.length === 1 ? `${lanes[0]}` : `${lanes[0]}–${lanes.at(-1)}`;
  const isNamed = frame.labelPx >= NAMED_PX;
  const box = cellBox(frame, { row, column: 0 });
  const text = isNamed && lanes.length === 1 ? `lane ${numbers}` : numbers;
  scene.text(frame.labelPx - 7, box.y + box.height / 2 + 4, text, theme.ink3, { size: 11, anchor: 'end' });
}

/** Draws words that no lane reads. */
function drawPadding({ scene, frame, theme, records: { layout } }: QueuePen): void {
  const pad = layout.pitchElements - layout.columns;
  if (pad === 0) return;
  const first = cellBox(frame, { row: 0, column: layout.columns });
  const box = { ...first, width: pad * frame.cellPx - 1, height: layout.rows * frame.rowPx - 1 };
  scene.hatch(box, theme.page, theme.ink3, 4);
}

function drawQueues(pen: QueuePen): void {
  const { scene, frame, theme, records } = pen;
  const { model, cost } = records;
  const queues = Array.from({ length: model.bankCount }, (): WordHit[] => []);
  for (const hit of cost.hits) queues[hit.bank].push(hit);
  queues.forEach((queue, bank) => {
    const foot = blockBox(frame, model.lanes, bank, 0);
    const ground = { ...foot, y: frame.queueTop, height: model.lanes * frame.queuePx - 1 };
    scene.rect(ground, shown(pen, blend(theme.page, theme.cellIdle, 0.7)));
    const ways = waysOf(pen, bank);
    for (const hit of queue) {
      const box = blockBox(frame, model.lanes, bank, hit.wavefront);
      const full = shown(pen, degreeFill(theme, ways));
      const isDone = isServed(pen, hit);
      scene.rect(box, isDone ? full : blend(theme.page, full, PENDING), { radius: 2, bank, lane: hit.lane });
      const label = isDone && !pen.look.isPale ? degreeLabel(theme, ways) : theme.ink;
      centred(pen, box, `${hit.lane}`, label, true);
    }
  });
  const y = frame.queueTop + model.lanes * frame.queuePx - 5;
  if (frame.labelPx >= NAMED_PX) scene.text(frame.labelPx - 7, y, 'queue', theme.ink3, { size: 11, anchor: 'end' });
}

function drawDoors(pen: QueuePen): void {
  const { scene, frame, theme, records } = pen;
  const { bankCount } = records.model;
  for (let bank = 0; bank < bankCount; bank++) {
    const box = doorBox(frame, bank);
    scene.rect(box, shown(pen, queueBankFill(theme, bank, bankCount)), { radius: 4, bank });
    centred(pen, box, `${bank}`, theme.label, true);
  }
  const y = frame.doorTop + frame.doorPx / 2 + 4;
  scene.text(frame.labelPx - 7, y, 'door', theme.ink3, { size: 11, anchor: 'end' });
}

/** Round what is read, round the lane under way, and round what is pointed at: word, place in the queue, door. */
function drawRings(pen: QueuePen): void {
  const { scene, frame, theme, records, look } = pen;
  const { cells, cost, model, layout } = records;
  const [first, last] = [cellBox(frame, cells[0]), cellBox(frame, cells[cells.length - 1])];
  const read = { x: first.x, y: first.y, width: last.x + last.width - first.x, height: last.y + last.height - first.y };
  scene.ring(grown(read, 2), 5, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4 });
  for (const hit of cost.hits.filter(each => isUnderWay(pen, each))) {
    ringed(pen, cellBox(frame, cells[hit.lane]));
    ringed(pen, blockBox(frame, model.lanes, hit.bank, hit.wavefront));
  }
  if (look.pointed === null) return;
  const { row, column } = look.pointed;
  ringed(pen, cellBox(frame, look.pointed));
  ringed(pen, doorBox(frame, (byteAddressOf(layout, row, column) / model.bankBytes) % model.bankCount));
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const ringed = ({ scene, theme }: Pen, box: Box): void =>
  scene.ring(box, 3, { stroke: theme.ink, width: 2, halo: theme.page, haloWidth: 4 });

const TEXT_PX = { tall: 12, low: 11 };

function centred({ scene }: Pen, { x, y, width, height }: Box, text: string, fill: string, isBold: boolean): void {
  const size = height > 20 ? TEXT_PX.tall : TEXT_PX.low;
  const style = { size, weight: isBold ? 700 : 400, anchor: 'middle' } as const;
  scene.text(x + width / 2, y + height / 2 + size * 0.36, text, fill, style);
}
