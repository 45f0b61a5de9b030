/**
 * A slide of 16:9 as one SVG file: title, reason, pictures with verdict and key numbers, legend, sources. It gives text
 * and knows no DOM.
 */
import type { VariantLetter } from '../records.ts';
import { drawSourceBadge } from '../source-mark.ts';
import { type FigureDocument, legendParts } from './figure-svg.ts';
import { plainPen } from './pen.ts';
import { SANS } from './scene.ts';
import { columnText, scaleOf } from './slide-columns.ts';
import {
  type Look,
  MARGIN_PX,
  nested,
  ROOM_PX,
  SLIDE,
  type SlideFact,
  type SlideSaid,
  textLine,
} from './slide-parts.ts';
import { escapeXml } from './svg.ts';
import { charactersIn, textPx, wrapped } from './text-metrics.ts';

const TITLE_PX = 46;
const TEXT_PX = 28;
const SOURCE_PX = 18;

export interface SlideText {
  readonly title: string;
  /** One sentence; '' leaves it out. */
  readonly because: string;
  readonly facts: readonly SlideFact[];
  /** None leaves the line out. */
  readonly said: readonly SlideSaid[];
}

/** Without a background where the slide's own is to be seen. */
export function slideSvg(text: SlideText, pictures: FigureDocument, isTransparent: boolean): string {
  const { theme } = pictures;
  const saysMore = (letter: VariantLetter | null) => text.facts.some(fact => fact.letter === letter);
  const columns = pictures.columns.filter(({ figures, letter }) => figures.length > 0 || saysMore(letter));
  const lines = linesOf(text, pictures);
  const foot = footOf(text, pictures);
  const room = { top: lines.bottom + 28, height: foot.top - lines.bottom - 28 };
  const facts = columns.map(({ letter }) => text.facts.find(fact => fact.letter === letter) ?? null);
  const scale = scaleOf(columns, facts, theme, room.height);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SLIDE.width}" height="${SLIDE.height}" viewBox="0 0 ${SLIDE.width} ${SLIDE.height}" role="img" font-family="${escapeXml(SANS)}">`,
    `<title>${escapeXml(text.title)}</title>`,
    `<desc>${escapeXml(pictures.description)}</desc>`,
    ...(isTransparent ? [] : [`<rect width="100%" height="100%" fill="${theme.page}"/>`]),
    ...lines.texts,
    ...columns.flatMap((column, at) =>
      columnText(column, facts[at], theme, { at, of: columns.length, top: room.top, scale }),
    ),
    ...foot.texts,
    '</svg>',
    '',
  ].join('\n');
}

/** Title and reason from above, broken where the slide ends; then what is said of variants that share a picture. */
function linesOf({ title, because, facts }: SlideText, { theme, columns }: FigureDocument) {
  const texts: string[] = [];
  let y = 60;
  const add = (text: string, look: Look): void => {
    if (text === '') return;
    for (const part of wrapped(text, charactersIn(ROOM_PX, look.sizePx, look.weight === 700 ? 'bold' : 'words'))) {
      y += look.sizePx;
      texts.push(textLine(part, MARGIN_PX, y, look));
      y += Math.round(look.sizePx * 0.35);
    }
  };
  add(title, { sizePx: TITLE_PX, weight: 700, fill: theme.ink });
  add(because, { sizePx: TEXT_PX, weight: 400, fill: theme.ink2 });
  const shared = facts.filter(({ letter }) => columns.every(column => column.letter !== letter));
  add(shared.map(factWords).filter(Boolean).join('   ·   '), { sizePx: TEXT_PX, weight: 700, fill: theme.ink });
  return { texts, bottom: y };
}

/** 'A: 25,730 cycles'; '' where everything of it is left out. */
function factWords({ letter, verdict, number }: SlideFact): string {
  const words = [...(verdict ? [verdict.words] : []), ...(number ? [`${number.value} ${number.unit}`] : [])];
  return words.length === 0 ? '' : `${letter}: ${words.join(', ')}`;
}

const LEGEND_SCALE = 1.4;
const SAID_SCALE = SOURCE_PX / 11.5;
const SAID_GAP_PX = 26;
const MAKER_PX = 64;

/** Legend and sources, from below. */
function footOf({ said }: SlideText, { theme, columns, unbanked = false }: FigureDocument) {
  const texts: string[] = [];
  let y: number = SLIDE.height - 30;
  if (said.length > 0) {
    const pen = plainPen(theme);
    let x = 0;
    for (const { source, words } of said) {
      drawSourceBadge(pen, source, x, 13, words);
      x += 16 + textPx(words, 11.5, 'bold') + SAID_GAP_PX;
    }
    const end = Math.max(ROOM_PX / SAID_SCALE, x + MAKER_PX);
    pen.scene.text(end, 13, 'Lanescape', theme.ink2, { size: 11.5, anchor: 'end' });
    const scene = pen.scene.finish(end, 18);
    const scale = ROOM_PX / end;
    y -= 18 * scale;
    texts.push(nested([{ x: 0, y: 0, scene }], scene, { id: 'sources', x: MARGIN_PX, y, scale }));
  }
  if (!unbanked) {
    const { parts, bottom } = legendParts(theme, 0, ROOM_PX / LEGEND_SCALE);
    const size = { width: ROOM_PX / LEGEND_SCALE + 20, height: bottom };
    y -= bottom * LEGEND_SCALE + 8;
    const numbers = columns[0]?.figures[0]?.numbers;
    if (numbers !== undefined) {
      const { scene } = plainPen(theme);
      scene.text(0, 11, numbers, theme.ink3, { size: 12 });
      const [banks] = parts;
      parts.push({ x: banks.x + banks.scene.width + 28, y: 0, scene: scene.finish(textPx(numbers, 12), 14) });
    }
    texts.push(nested(parts, size, { id: 'legend', x: MARGIN_PX - 20 * LEGEND_SCALE, y, scale: LEGEND_SCALE }));
  }
  return { texts, top: y - 20 };
}
