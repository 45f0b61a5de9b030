import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TERMS } from './term-list.ts';
import { costOf } from './term-sketch.tsx';
import { SPELLINGS, termPieces } from './term-words.ts';

const glossary = readFileSync(join(import.meta.dirname, '../../../GLOSSARY.md'), 'utf8');
const named = (text: string) => termPieces(text).flatMap(({ term }) => term ?? []);

describe('explained words', () => {
  test.each(TERMS.map(term => [term.name, term] as const))(
    '%s: in the glossary, two short lines, found in a text',
    (name, term) => {
      expect(glossary).toContain(`**${name}**`);
      for (const line of term.lines) expect(line.length, line).toBeLessThanOrEqual(72);
      for (const spelling of SPELLINGS[name]) expect(named(`here: ${spelling}.`), spelling).toEqual([name]);
    },
  );

  test('each spelled word has a card', () => {
    expect(Object.keys(SPELLINGS).sort()).toEqual(TERMS.map(({ name }) => name).sort());
  });

  test('no spelling belongs to two words', () => {
    const all = Object.values(SPELLINGS).flatMap(spellings => spellings.map(spelling => spelling.toLowerCase()));
    expect(new Set(all).size).toBe(all.length);
  });

  test('a text stays as it is, and marks each word once', () => {
    const words = fc.constantFrom('bank', 'Banks', ' ', 'pass', 'padded-v', 'wavefronts', ', ', 'ideal', 'x', '32');
    fc.assert(
      fc.property(fc.array(words), list => {
        const text = list.join('');
        expect(
          termPieces(text)
            .map(piece => piece.text)
            .join(''),
        ).toBe(text);
        expect(new Set(named(text)).size).toBe(named(text).length);
      }),
    );
  });

  test('a part of another word is none', () => {
    expect(named('unpadded tile-v, embanked, bypass, pad_x')).toEqual([]);
    expect(named('A bank conflict in bank 3')).toEqual(['bank conflict', 'bank']);
  });

  test('sketches of requests show what their word says', () => {
    const excess = (name: string) => {
      const sketch = TERMS.find(term => term.name === name)?.sketch;
      return sketch?.kind === 'request' ? costOf(sketch).excess : null;
    };
    expect([excess('bank conflict'), excess('wavefront'), excess('excess')]).toEqual([3, 1, 1]);
    expect([excess('bank'), excess('word'), excess('phase'), excess('ideal'), excess('ldmatrix')]).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });
});
