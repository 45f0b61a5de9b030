/** A variant on a slide: its name and verdict over its pictures, its key number and time beside them. */
import { degreeChip, type Theme } from '../theme.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import { type FigureColumn, stackedParts } from './figure-svg.ts';
import { plainPen } from './pen.ts';
import type { Scene } from './scene.ts';
import { MARGIN_PX, nested, ROOM_PX, type SlideFact, type SlideTime, textLine } from './slide-parts.ts';
import { charactersIn, cutTo, textPx } from './text-metrics.ts';

const GAP_PX = 28;
const HEAD_PX = 58;
const HEAD_TEXT_PX = 28;
/** Of four variants. */
const SMALL_HEAD_TEXT_PX = 20;
/** For what is said in numbers: beside up to two pictures, below more of them. */
const NUMBERS_PX = 166;
const BESIDE = 2;
const BELOW_PX = 150;
const NUMBERS_GAP_PX = 14;
const NUMBER_PX = 76;
const TIME_PX = 40;
const AXIS_PX = 18;
/** Cells of two tiles of 32 are then 19 px wide. A picture alone has more room. */
const MOST_SCALE = 1.9;
const MOST_SCALE_ALONE = 3.4;

const isBeside = (columns: number): boolean => columns <= BESIDE;

const hasNumbers = (fact: SlideFact | null): boolean => fact !== null && (fact.number ?? fact.time) !== null;

/** One picture needs no caption: its head and the slide's legend say what it is. */
function picturesOf({ figures }: FigureColumn, theme: Theme) {
  if (figures.length !== 1) return stackedParts(figures, theme);
  const [{ scene }] = figures;
  return { parts: [{ x: 0, y: 0, scene }], width: Math.min(scene.width, drawnPx(scene)), height: scene.height };
}

/** How far a scene is drawn upon from its left edge: what is at its right may be free. */
function drawnPx({ layers }: Scene): number {
  const ends = layers.flatMap(({ grids, rects, hatches, lines, rings, texts }) => [
    ...grids.map(({ grid, x, pitchX }) => x + pitchX * grid.columns),
    ...[rects.geometry, hatches.geometry].flatMap(g => everyFifth(g).map(i => g[i] + g[i + 2])),
    ...everyFifth(lines.geometry).map(i => Math.max(lines.geometry[i], lines.geometry[i + 2])),
    ...rings.map(({ box }) => box.x + box.width),
    ...texts.map(({ x, text, size, anchor }) => x + textPx(text, size) * AFTER_ANCHOR[anchor]),
  ]);
  return Math.ceil(Math.max(1, ...ends));
}

const AFTER_ANCHOR = { start: 1, middle: 0.5, end: 0 } as const;

const everyFifth = (geometry: Float32Array): number[] => Array.from({ length: geometry.length / 5 }, (_, i) => i * 5);

const isHeaded = ({ letter }: FigureColumn): boolean => letter !== null;

/** The scale at which the pictures of all columns fit: one for all, so that they can be compared. */
export function scaleOf(
  columns: readonly FigureColumn[],
  facts: readonly (SlideFact | null)[],
  theme: Theme,
  room: number,
): number {
  const width = (ROOM_PX - GAP_PX * (columns.length - 1)) / columns.length;
  const below = !isBeside(columns.length) && facts.some(hasNumbers) ? BELOW_PX : 0;
  return Math.min(
    columns.length === 1 ? MOST_SCALE_ALONE : MOST_SCALE,
    ...columns.map((column, at) => {
      const pictures = picturesOf(column, theme);
      const beside = isBeside(columns.length) && hasNumbers(facts[at]) ? NUMBERS_PX : 0;
      const head = isHeaded(column) ? HEAD_PX : 0;
      return Math.min((width - beside) / pictures.width, (room - head - below) / Math.max(1, pictures.height));
    }),
  );
}

interface ColumnPlace {
  readonly at: number;
  readonly of: number;
  readonly top: number;
  readonly scale: number;
}

export function columnText(
  column: FigureColumn,
  fact: SlideFact | null,
  theme: Theme,
  { at, of, top, scale }: ColumnPlace,
): string[] {
  const pictures = picturesOf(column, theme);
  const room = (ROOM_PX - GAP_PX * (of - 1)) / of;
  const x = MARGIN_PX + at * (room + GAP_PX);
  const y = top + (isHeaded(column) ? HEAD_PX : 0);
  const width = pictures.width * scale;
  const height = pictures.height * scale;
  const id = column.letter ?? `picture-${at + 1}`;
  const numbers = isBeside(of)
    ? { x: x + width + NUMBERS_GAP_PX, y, timeX: 0, timeY: 150 }
    : { x, y: y + height, timeX: 160, timeY: 36 };
  return [
    ...(isHeaded(column)
      ? headText(column, fact, theme, {
          x,
          y: top,
          width: isBeside(of) && hasNumbers(fact) ? width : room,
          sizePx: of > 3 ? SMALL_HEAD_TEXT_PX : HEAD_TEXT_PX,
        })
      : []),
    nested(pictures.parts, pictures, { id, x, y, scale }),
    ...(fact === null ? [] : numbersText(fact, theme, numbers)),
  ];
}

interface HeadPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly sizePx: number;
}

/** Badge, name, few words as far as there is room for them, and the verdict at the right. */
function headText({ letter, title, note }: FigureColumn, fact: SlideFact | null, theme: Theme, place: HeadPlace) {
  const { x, y, width, sizePx } = place;
  const pen = plainPen(theme);
  if (letter !== null) drawVariantBadge(pen, letter, { x: 0, y: 0, width: 40, height: 40 });
  const scene = pen.scene.finish(40, 40);
  const nameX = x + 56;
  const pill = pillOf(fact, theme, sizePx);
  const pillX = x + width - pill.width;
  const name = cutTo(title, charactersIn(pillX - nameX - 8, sizePx, 'bold'));
  const noteX = nameX + textPx(name, sizePx, 'bold') + 24;
  const hasNote = noteX + textPx(note, 22) < pillX;
  return [
    nested([{ x: 0, y: 0, scene }], scene, { id: `badge-${letter}`, x, y, scale: 1 }),
    textLine(name, nameX, y + 30, { sizePx, weight: 700, fill: theme.ink }),
    ...(hasNote ? [textLine(note, noteX, y + 30, { sizePx: 22, weight: 400, fill: theme.ink3 })] : []),
    ...pill.texts(pillX, y),
  ];
}

function pillOf(fact: SlideFact | null, theme: Theme, sizePx: number) {
  const verdict = fact?.verdict ?? null;
  if (verdict === null) return { width: 0, texts: () => [] };
  const { words, ways } = verdict;
  const { fill, text } = ways === 1 ? { fill: theme.ok.soft, text: theme.ok.ink } : degreeChip(theme, ways);
  const width = Math.round(textPx(words, sizePx, 'bold') + sizePx * 1.2);
  const look = { sizePx, weight: 700, fill: text, anchor: 'middle' } as const;
  return {
    width,
    texts: (x: number, y: number) => [
      `<rect x="${x}" y="${y - 4}" width="${width}" height="46" rx="23" fill="${fill}"/>`,
      textLine(words, x + width / 2, y + 19 + sizePx * 0.36, look),
    ],
  };
}

interface NumbersPlace {
  readonly x: number;
  readonly y: number;
  /** Of the time, from there. */
  readonly timeX: number;
  readonly timeY: number;
}

/** The key number, and the time below or beside it. */
function numbersText({ number, time }: SlideFact, theme: Theme, place: NumbersPlace): string[] {
  const { x, y } = place;
  const unit = { sizePx: 24, weight: 400, fill: theme.ink2 } as const;
  return [
    ...(number === null
      ? []
      : [
          textLine(number.value, x, y + NUMBER_PX, { sizePx: NUMBER_PX, weight: 700, fill: theme.ink }),
          textLine(number.unit, x, y + NUMBER_PX + 34, unit),
        ]),
    ...(time === null ? [] : timeText(time, theme, x + (number === null ? 0 : place.timeX), y + place.timeY + TIME_PX)),
  ];
}

function timeText({ value, ratio }: SlideTime, theme: Theme, x: number, y: number): string[] {
  const absent = { sizePx: 24, weight: 400, fill: theme.ink3 } as const;
  if (value === null) return [textLine('—, not', x, y, absent), textLine('measured yet', x, y + 30, absent)];
  return [
    textLine(value, x, y, { sizePx: TIME_PX, weight: 700, fill: theme.ink }),
    `<circle cx="${x + 8}" cy="${y + 24}" r="7" fill="${theme.sources.measured.ink}"/>`,
    textLine('measured', x + 24, y + 30, { sizePx: AXIS_PX, weight: 400, fill: theme.ink2 }),
    ...(ratio === '' ? [] : [textLine(ratio, x, y + 66, { sizePx: 20, weight: 700, fill: theme.ink })]),
  ];
}
