/**
 * How wide a text will be. A scene is made without a browser, so that the screen, the exported file and the tests place
 * everything alike: widths come from these means, not from the font of the machine.
 */

export type Face = 'words' | 'digits' | 'bold' | 'mono';

/**
 * Mean advance of a character, in shares of the text size. Measured over the texts of all pictures in DejaVu Sans and
 * DejaVu Sans Mono, the widest of the fonts that `SANS` and `MONO` name; half of the words are narrower than 0.54.
 */
const ADVANCE: Readonly<Record<Face, number>> = { words: 0.58, digits: 0.62, bold: 0.625, mono: 0.61 };

/** Width of one character [px]. */
export const advancePx = (sizePx: number, face: Face = 'words'): number => sizePx * ADVANCE[face];

export const textPx = (text: string, sizePx: number, face: Face = 'words'): number =>
  text.length * advancePx(sizePx, face);

/** Width of the longest text; 0 if there is none. */
export const longestPx = (texts: readonly string[], sizePx: number, face: Face = 'words'): number =>
  Math.max(0, ...texts.map(text => textPx(text, sizePx, face)));

/** Whole characters that a room has space for. */
export const charactersIn = (roomPx: number, sizePx: number, face: Face = 'words'): number =>
  Math.floor(roomPx / advancePx(sizePx, face));

/** The text, or as much of its beginning as fits with an ellipsis. */
export const cutTo = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, Math.max(1, characters - 1))}…`;

/** Lines of at most so many characters, broken between words. */
export function wrapped(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
