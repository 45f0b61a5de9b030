import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entriesWith, glossarySections } from './glossary-text.ts';

const sections = glossarySections(readFileSync(join(import.meta.dirname, '../../../GLOSSARY.md'), 'utf8'));
const named = (words: string) => entriesWith(sections, words)[0]?.entries[0]?.[0];

describe('the glossary', () => {
  test('has entries in every section, and a term in every entry', () => {
    expect(sections.length).toBeGreaterThan(5);
    for (const { title, entries } of sections) {
      expect(entries.length, title).toBeGreaterThan(0);
      for (const entry of entries) expect(entry[0], title).toMatchObject({ kind: 'term' });
    }
  });

  test('leaves no marks of its spelling in the text', () => {
    const plain = sections.flatMap(({ entries }) => entries.flat()).filter(({ kind }) => kind === 'plain');
    for (const { text } of plain) expect(text).not.toMatch(/\*\*|`/);
  });

  test('finds a term before entries that only speak of it', () => {
    expect(named('wavefront')).toMatchObject({ kind: 'term', text: 'wavefront' });
    expect(named('bank conflict')).toMatchObject({ kind: 'term', text: 'bank conflict' });
    expect(entriesWith(sections, 'no such word at all')).toEqual([]);
  });
});
