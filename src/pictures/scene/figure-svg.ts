/** Figures as one SVG file: a column per variant, each with caption and source, shared legends below. */

import type { Figure } from '../figure.ts';
import { bankLegendScene, degreeLegendScene } from '../legends/draw.ts';
import { PUBLISHED, type VariantLetter } from '../records.ts';
import { drawSourceBadge, SOURCE_BADGE_PX } from '../source-mark.ts';
import type { Theme } from '../theme.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import { plainPen } from './pen.ts';
import type { Scene } from './scene.ts';
import { type SvgGroup, type SvgPart, svgDocument } from './svg.ts';
import { textPx } from './text-metrics.ts';

/** Parts of a figure that a printed file shows. */
export type PrintedFigure = Pick<Figure, 'title' | 'text' | 'numbers' | 'differing' | 'source' | 'scene'>;

export interface FigureColumn {
  /** null for a picture that is no variant among others. */
  readonly letter: VariantLetter | null;
  readonly title: string;
  /** Few words about what is special about it. */
  readonly note: string;
  readonly figures: readonly PrintedFigure[];
}

export interface FigureDocument {
  readonly title: string;
  /** Parameters and link: kept in the file, not shown. */
  readonly description: string;
  readonly theme: Theme;
  readonly columns: readonly FigureColumn[];
  /** No colour in it means a bank or a wavefront: their legends are left out. */
  readonly unbanked?: boolean | undefined;
  /** Without a background, to stand on one of its own. */
  readonly isTransparent?: boolean | undefined;
}

const MARGIN_PX = 20;
const COLUMN_GAP_PX = 28;
const HEAD_PX = 28;
const CAPTION_PX = 20;
const LINE_PX = 16;
const FIGURE_GAP_PX = 12;
const LEGEND_GAP_PX = 20;

export function figuresSvg(document: FigureDocument): string {
  const { title, description, theme, columns, unbanked = false, isTransparent = false } = document;
  let x = MARGIN_PX;
  let bottom = MARGIN_PX;
  const groups: SvgGroup[] = [];
  for (const [i, column] of columns.entries()) {
    const { parts, width, height } = columnParts(column, theme, x);
    groups.push({ id: column.letter ?? `picture-${i + 1}`, parts });
    x += width + COLUMN_GAP_PX;
    bottom = Math.max(bottom, height);
  }
  const right = x - COLUMN_GAP_PX;
  const legend = unbanked ? { parts: [], right, bottom } : legendParts(theme, bottom + LEGEND_GAP_PX, right);
  if (!unbanked) groups.push({ id: 'legend', parts: legend.parts });
  return svgDocument({
    width: Math.max(right, legend.right) + MARGIN_PX,
    height: legend.bottom + MARGIN_PX,
    title,
    description,
    background: isTransparent ? null : theme.page,
    groups,
  });
}

function columnParts(column: FigureColumn, theme: Theme, x: number) {
  const top = MARGIN_PX + HEAD_PX;
  const { parts, width, height } = stackedParts(column.figures, theme);
  const head = { x, y: MARGIN_PX, scene: headScene(column, theme, width) };
  const below = parts.map(part => ({ ...part, x: x + part.x, y: top + part.y }));
  return { parts: [head, ...below], width, height: top + height };
}

/** Figures below one another, each under its caption. */
export function stackedParts(figures: readonly PrintedFigure[], theme: Theme) {
  const width = Math.max(1, ...figures.map(figure => figure.scene.width));
  const parts: SvgPart[] = [];
  let y = 0;
  for (const figure of figures) {
    const caption = captionScene(figure, theme, width);
    parts.push({ x: 0, y, scene: caption }, { x: 0, y: y + caption.height, scene: figure.scene });
    y += caption.height + figure.scene.height + FIGURE_GAP_PX;
  }
  return { parts, width, height: Math.max(0, y - FIGURE_GAP_PX) };
}

function headScene({ letter, title, note }: FigureColumn, theme: Theme, width: number): Scene {
  const pen = plainPen(theme);
  const { scene } = pen;
  if (letter !== null) drawVariantBadge(pen, letter, { x: 0, y: 0, width: 20, height: 20 });
  const tail = { text: note, fill: theme.ink3, size: 12.5, gap: 8 };
  scene.text(letter === null ? 0 : 30, 15, title, theme.ink, { size: 14.5, weight: 700, tail });
  return scene.finish(width, HEAD_PX);
}

/** Gaps between title and text. */
const CAPTION_GAPS_PX = 10;

function captionScene({ title, text: shown, differing, source }: PrintedFigure, theme: Theme, width: number): Scene {
  const pen = plainPen(theme);
  const { scene } = pen;
  const text = differing === '' ? shown : `${shown}; ${differing}`;
  const isLong = textPx(title, 12.5, 'bold') + textPx(text, 12) + CAPTION_GAPS_PX > width - SOURCE_BADGE_PX;
  const tail = { text, fill: theme.ink3, size: 12, gap: 10 };
  scene.text(0, 12, title, theme.ink, { size: 12.5, weight: 700, ...(isLong ? {} : { tail }) });
  if (isLong) scene.text(0, 12 + LINE_PX, text, theme.ink3, { size: 12 });
  if (source === null) scene.text(width, 12, PUBLISHED, theme.ink2, { size: 11.5, weight: 600, anchor: 'end' });
  else drawSourceBadge(pen, source, width - SOURCE_BADGE_PX, 12);
  return scene.finish(width, CAPTION_PX + (isLong ? LINE_PX : 0));
}

/** Side by side where both fit, else below each other. */
export function legendParts(theme: Theme, y: number, right: number) {
  const banks = bankLegendScene(theme);
  const degrees = degreeLegendScene(theme, true);
  const isWide = MARGIN_PX + banks.width + COLUMN_GAP_PX + degrees.width <= right;
  const second = isWide ? { x: right - degrees.width, y } : { x: MARGIN_PX, y: y + banks.height + 6 };
  const parts: SvgPart[] = [
    { x: MARGIN_PX, y, scene: banks },
    { ...second, scene: degrees },
  ];
  const widest = MARGIN_PX + Math.max(banks.width, degrees.width);
  return { parts, right: isWide ? right : widest, bottom: second.y + degrees.height };
}
