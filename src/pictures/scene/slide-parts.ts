/** What stands on a slide, its sizes, and how text and scenes are placed on it. */
import type { Source } from '../../trace/span.ts';
import type { VariantLetter } from '../records.ts';
import { escapeXml, type SvgPart, svgDocument } from './svg.ts';

/** Size of the slide [px]. */
export const SLIDE = { width: 1920, height: 1080 } as const;

export const MARGIN_PX = 96;
export const ROOM_PX = SLIDE.width - 2 * MARGIN_PX;

/** What is said of one variant. */
export interface SlideFact {
  readonly letter: VariantLetter;
  /** '32-way conflict', in the colour of that many ways; 1: nothing is wrong. null: none, or left out. */
  readonly verdict: { readonly words: string; readonly ways: number } | null;
  /** '32', 'passes'. */
  readonly number: { readonly value: string; readonly unit: string } | null;
  readonly time: SlideTime | null;
}

export interface SlideTime {
  /** '133 µs'; null: not measured. */
  readonly value: string | null;
  /** '1.73× as fast', beside the first variant; '' where nothing can be said. */
  readonly ratio: string;
}

/** What a source says: '32 and 1 passes'. */
export interface SlideSaid {
  readonly source: Source;
  readonly words: string;
}

export interface Look {
  readonly sizePx: number;
  readonly weight: 400 | 700;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export const textLine = (text: string, x: number, y: number, { sizePx, weight, fill, anchor = 'start' }: Look) =>
  `<text x="${x}" y="${y}" font-size="${sizePx}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`;

interface Place {
  /** Of the group: names within a file must differ. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Scenes as a part of the slide, enlarged. */
export function nested(
  parts: readonly SvgPart[],
  { width, height }: { readonly width: number; readonly height: number },
  { id, x, y, scale }: Place,
): string {
  const whole = { width, height, title: id, description: '', background: null, groups: [{ id, parts }] };
  return svgDocument(whole).replace(
    /<svg xmlns="[^"]*" width="[^"]*" height="[^"]*"/,
    `<svg x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`,
  );
}
