/** 'At which line does it go wrong?' of a piece of a program. */
import type { Belief } from './beliefs.ts';
import type { LineQuestion } from './question.ts';

interface LineSpec {
  readonly ask: string;
  /** The whole program. */
  readonly text: string;
  /** The piece that is shown: words of its first and of its last line. */
  readonly piece: readonly [from: string, to: string];
  /** Words of the line that is right. */
  readonly right: string;
  /** Words of a line, and the mistaken idea that leads to it. */
  readonly ideas: readonly (readonly [words: string, belief: Belief, why: string])[];
  /** Text for every other line. */
  readonly otherwise: string;
  readonly because: string;
}

/** Throws where the words are in no line of the piece. */
export function lineQuestion({ ask, text, piece, right, ideas, otherwise, because }: LineSpec): LineQuestion {
  const lines = text.split('\n');
  const from = lineWith(lines, piece[0]);
  const to = lineWith(lines, piece[1]);
  const shown = lines.slice(from, to + 1).map(line => line.trim());
  const at = lineWith(shown, right);
  const known = ideas.map(([words, belief, why]) => ({ line: lineWith(shown, words), belief, why }));
  const choices = shown.map((label, line) => {
    if (line === at) return { label, belief: null, why: '' };
    const { belief, why } = known.find(idea => idea.line === line) ?? {
      belief: 'looks-strange' as const,
      why: otherwise,
    };
    return { label, belief, why };
  });
  return { kind: 'line', ask, firstLine: from + 1, choices, because };
}

function lineWith(lines: readonly string[], words: string): number {
  const at = lines.findIndex(line => line.includes(words));
  if (at < 0) throw new RangeError(`no line has "${words}"`);
  return at;
}
