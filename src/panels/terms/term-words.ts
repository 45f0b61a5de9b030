/** Where the words that have a card stand in a text. Their cards come when one is opened. */

/** By the name in GLOSSARY.md: the spellings that texts of the page use. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  lane: ['lanes', 'lane'],
  warp: ['warps', 'warp'],
  CTA: ['CTAs', 'CTA'],
  bank: ['banks', 'bank'],
  word: ['words', 'word'],
  'bank conflict': ['bank conflicts', 'bank conflict', 'conflicts', 'conflict'],
  wavefront: ['wavefronts', 'wavefront', 'passes', 'pass'],
  phase: ['phases', 'phase'],
  ideal: ['ideal'],
  excess: ['excess'],
  ldmatrix: ['ldmatrix'],
  pitch: ['pitches', 'pitch'],
  pad: ['padding', 'padded', 'pads', 'pad'],
  tile: ['tiles', 'tile'],
  swizzle: ['swizzles', 'swizzled', 'swizzle'],
  chunk: ['chunks', 'chunk'],
  sector: ['sectors', 'sector'],
  fragment: ['fragments', 'fragment'],
  stage: ['stages', 'stage'],
  parity: ['parities', 'parity'],
  producer: ['producers', 'producer', 'consumers', 'consumer'],
  sample: ['medians', 'median', 'samples', 'IQR', 'quartiles'],
  SOL: ['SOL', 'data sheet'],
};

const NAME_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([name, words]) => words.map(word => [word.toLowerCase(), name] as const)),
);

const longestFirst = [...NAME_OF.keys()].sort((a, b) => b.length - a.length);

// 'tile-v' and 'pad_x' are names of something else.
const WORDS = new RegExp(`(?<![\\w.-])(?:${longestFirst.join('|')})(?![\\w-])`, 'gi');

export interface TextPiece {
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
  /** Name of the term; null for the text between. */
  readonly term: string | null;
}

/** A text cut at its terms. Each term is marked where it stands first: more would be noise. `most`: terms that are marked. */
export function termPieces(text: string, most = Number.POSITIVE_INFINITY): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  const seen = new Set<string>();
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), at: from, term: null });
  };
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const term = NAME_OF.get(word.toLowerCase());
    if (term === undefined || seen.has(term) || seen.size >= most) continue;
    seen.add(term);
    plain(index);
    pieces.push({ text: word, at: index, term });
    from = index + word.length;
  }
  plain(text.length);
  return pieces;
}
