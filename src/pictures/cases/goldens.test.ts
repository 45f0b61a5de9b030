/**
 * Every picture case against the SVG file kept for it. After a wanted change: `UPDATE_GOLDENS=1 npx vitest run
 * src/pictures`, then look at the files that git shows as changed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { figuresSvg } from '../scene/figure-svg.ts';
import { type ThemeName, themes } from '../theme.ts';
import { pictureCases } from './index.ts';
import type { PictureCase } from './picture-case.ts';

const folder = join(import.meta.dirname, '../goldens');
const isUpdate = process.env.UPDATE_GOLDENS === '1';

const svgOf = ({ title, blurb, figure, unbanked }: PictureCase, name: ThemeName): string => {
  const theme = themes[name];
  const columns = [{ letter: null, title, note: '', figures: [figure(theme)] }];
  return figuresSvg({ title, description: blurb, theme, columns, unbanked });
};

const kept = pictureCases.filter(({ large }) => !large);
const inDark = ['pipeline-ring', 'schedule-rotation', 'memory-padded', 'tile-8-byte', 'punch-card-vectors'];
const goldens = [
  ...kept.map(entry => ({ file: `${entry.id}.svg`, entry, theme: 'light' as const })),
  ...kept
    .filter(({ id }) => inDark.includes(id))
    .map(entry => ({ file: `${entry.id}.dark.svg`, entry, theme: 'dark' as const })),
];

test('every case has a name of its own', () => {
  expect(new Set(pictureCases.map(({ id }) => id)).size).toBe(pictureCases.length);
  expect(goldens).toHaveLength(kept.length + inDark.length);
});

describe('goldens', () => {
  test.each(goldens)('$file', ({ file, entry, theme }) => {
    const path = join(folder, file);
    const svg = svgOf(entry, theme);
    if (isUpdate) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, svg);
    }
    expect(existsSync(path), `${file} is missing: run with UPDATE_GOLDENS=1`).toBe(true);
    // Compared as booleans: a diff of two files of 100 kB says nothing, a look at them does.
    expect(svg === readFileSync(path, 'utf8'), `${file} differs`).toBe(true);
  });

  test('no file is left over', () => {
    expect(readdirSync(folder).toSorted()).toEqual(goldens.map(({ file }) => file).toSorted());
  });
});
