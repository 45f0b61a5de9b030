/** A slide of 16:9 as one SVG file: title, reason, verdicts, pictures, source. It gives text and knows no DOM. */
import type { Theme } from '../theme.ts';
import { type FigureDocument, figuresSvg } from './figure-svg.ts';
import { SANS } from './scene.ts';
import { escapeXml } from './svg.ts';
import { charactersIn, wrapped } from './text-metrics.ts';

/** Size of the slide [px]. */
export const SLIDE = { width: 1920, height: 1080 } as const;

const MARGIN_PX = 96;
const ROOM_PX = SLIDE.width - 2 * MARGIN_PX;
const TITLE_PX = 46;
const TEXT_PX = 28;
const SOURCE_PX = 18;

export interface SlideText {
  readonly title: string;
  /** One sentence; '' leaves it out. */
  readonly because: string;
  /** One for each variant; none leaves them out. */
  readonly verdicts: readonly string[];
  /** Where the numbers come from, and the link; '' leaves it out. */
  readonly source: string;
}

/** Without a background where the slide's own is to be seen. */
export function slideSvg(text: SlideText, pictures: FigureDocument, isTransparent: boolean): string {
  const { theme } = pictures;
  const lines = linesOf(text, theme);
  const top = lines.bottom + 24;
  const bottom = SLIDE.height - (text.source === '' ? 48 : 84);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SLIDE.width}" height="${SLIDE.height}" viewBox="0 0 ${SLIDE.width} ${SLIDE.height}" role="img" font-family="${escapeXml(SANS)}">`,
    `<title>${escapeXml(text.title)}</title>`,
    `<desc>${escapeXml(pictures.description)}</desc>`,
    ...(isTransparent ? [] : [`<rect width="100%" height="100%" fill="${theme.page}"/>`]),
    ...lines.texts,
    placed(figuresSvg({ ...pictures, isTransparent: true }), top, bottom - top),
    ...(text.source === ''
      ? []
      : [line(text.source, SLIDE.height - 48, { sizePx: SOURCE_PX, weight: 400, fill: theme.ink3 })]),
    '</svg>',
    '',
  ].join('\n');
}

interface Look {
  readonly sizePx: number;
  readonly weight: 400 | 700;
  readonly fill: string;
}

const line = (text: string, y: number, { sizePx, weight, fill }: Look): string =>
  `<text x="${MARGIN_PX}" y="${y}" font-size="${sizePx}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`;

/** Title, reason and verdicts from above, broken where the slide ends. */
function linesOf({ title, because, verdicts }: SlideText, theme: Theme) {
  const texts: string[] = [];
  let y = 72;
  const add = (text: string, look: Look): void => {
    if (text === '') return;
    for (const part of wrapped(text, charactersIn(ROOM_PX, look.sizePx, look.weight === 700 ? 'bold' : 'words'))) {
      y += look.sizePx;
      texts.push(line(part, y, look));
      y += Math.round(look.sizePx * 0.35);
    }
  };
  add(title, { sizePx: TITLE_PX, weight: 700, fill: theme.ink });
  add(because, { sizePx: TEXT_PX, weight: 400, fill: theme.ink2 });
  add(verdicts.join('   ·   '), { sizePx: TEXT_PX, weight: 700, fill: theme.ink });
  return { texts, bottom: y };
}

/** The file of the pictures as a part of the slide, as large as fits and in its middle. */
const placed = (svg: string, y: number, height: number): string =>
  svg.replace(
    /<svg xmlns="[^"]*" width="[^"]*" height="[^"]*"/,
    `<svg x="${MARGIN_PX}" y="${Math.round(y)}" width="${ROOM_PX}" height="${Math.round(height)}" preserveAspectRatio="xMidYMin meet"`,
  );
