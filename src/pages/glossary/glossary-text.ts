/** GLOSSARY.md as data: its sections, and each entry as pieces of plain, bold, code or leaning text. Pure. */

type PieceKind = 'plain' | 'term' | 'code' | 'stress';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** Index of its first character in the entry. */
  readonly at: number;
}

export interface GlossarySection {
  readonly title: string;
  /** One line of the list each: one word, or several that belong together. */
  readonly entries: readonly (readonly Piece[])[];
}

const PIECE = /\*\*([^*]+)\*\*|`([^`]+)`|(?<!\w)_([^_]+)_(?!\w)/g;

/** @param markdown sections `## Title`, below them entries `- **word**: …`, whose further lines are indented. */
export function glossarySections(markdown: string): readonly GlossarySection[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title, ...lines] = section.split('\n');
      const entries = lines.join('\n').split(/^- /m).slice(1);
      return { title: title.trim(), entries: entries.map(entry => piecesOf(entry.replace(/\s+/g, ' ').trim())) };
    });
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ kind: 'plain', text: text.slice(from, to), at: from });
  };
  for (const found of text.matchAll(PIECE)) {
    const [whole, term, code, stress] = found;
    plain(found.index);
    pieces.push({ kind: term ? 'term' : code ? 'code' : 'stress', text: term ?? code ?? stress, at: found.index });
    from = found.index + whole.length;
  }
  plain(text.length);
  return pieces;
}

/** The sections with the entries that hold all words; the terms of an entry come before what is said of them. */
export function entriesWith(sections: readonly GlossarySection[], words: string): readonly GlossarySection[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (entry: readonly Piece[]): boolean => {
    const text = entry
      .map(piece => piece.text)
      .join('')
      .toLowerCase();
    return wanted.every(word => text.includes(word));
  };
  const isNamedSo = (entry: readonly Piece[]): boolean =>
    wanted.every(word => entry.some(({ kind, text }) => kind === 'term' && text.toLowerCase().includes(word)));
  return sections
    .map(({ title, entries }) => {
      const found = entries.filter(holds);
      return { title, entries: [...found.filter(isNamedSo), ...found.filter(entry => !isNamedSo(entry))] };
    })
    .filter(({ entries }) => entries.length > 0);
}
