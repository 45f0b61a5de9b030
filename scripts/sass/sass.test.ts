/** Tests that the page's machine code belongs to the PTX that the page ships. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSass } from '../../src/trace/sass-listing.ts';
import { projectRoot } from '../tree.ts';
import { isOfToday, listedModules, sassHead, sassPath } from './listed-modules.ts';

const modules = listedModules();
const shipped = modules.filter(({ path }) => existsSync(join(projectRoot, sassPath(path))));
const textOf = (path: string): string => readFileSync(join(projectRoot, sassPath(path)), 'utf8');

it('is of the PTX of today (else "npm run gpu-jobs -- sass-read . 0" takes it away)', () => {
  expect(shipped.filter(module => !isOfToday(textOf(module.path), module)).map(({ path }) => path)).toEqual([]);
});

it('is of nothing that is not shipped as PTX', () => {
  const files = globSync('public/sass/**/*.sass', { cwd: projectRoot });
  expect(files.toSorted()).toEqual(shipped.map(({ path }) => sassPath(path)).toSorted());
});

it('has the instructions of each entry, with lines of their sources', () => {
  expect(shipped.length).toBeGreaterThan(100);
  for (const { path, entry } of shipped) {
    const listing = parseSass(textOf(path), entry);
    if (!listing.ok) return expect.fail(listing.error);
    const code = listing.value.lines.filter(line => line.kind === 'instruction');
    const placed = code.filter(({ source }) => source !== null);
    expect(placed.length / code.length, path).toBeGreaterThan(0.9);
    expect(
      code.some(({ text }) => text.includes('EXIT')),
      path,
    ).toBe(true);
  }
});

it('of other PTX is noticed', () => {
  const [module] = modules;
  const text = `${sassHead('13.0.88', module)}\n`;
  expect(isOfToday(text, module)).toBe(true);
  expect(isOfToday(text, { ...module, ptxHash: '0'.repeat(64) })).toBe(false);
});
