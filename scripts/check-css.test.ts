import { describe, expect, test } from 'vitest';
import { checkCss } from './check-css.ts';
import { treeFrom } from './tree.ts';

const PAGE = `import styles from './page.module.css';
export const Page = () => <p className={\`muted \${styles.page}\`} />;`;
const TIDY = {
  'src/app/base.css': '.muted {\n  color: var(--ink-3);\n}\n',
  'src/pages/page.tsx': PAGE,
  'src/pages/page.module.css': '/* .gone */\n.page:hover {\n  z-index: var(--layer-bar);\n}\n',
};
const check = (files: Record<string, string>) => checkCss(treeFrom({ ...TIDY, ...files }));

test('tidy sheets have no findings', () => {
  const tokens = ':root {\n  --backdrop: rgb(0 0 0 / 35%);\n}\n\n::backdrop {\n  background: var(--backdrop);\n}\n';
  expect(check({ 'src/app/tokens.css': tokens })).toEqual([]);
});

describe('a class', () => {
  test('of a module is used', () => {
    const sheet =
      '.page {\n  color: red;\n}\n\n@media screen and (max-width: 899px) {\n  .old > a {\n    color: red;\n  }\n}\n';
    expect(check({ 'src/pages/page.module.css': sheet })).toEqual([
      'src/pages/page.module.css defines .old, which nothing uses',
    ]);
  });

  test('of a module is defined', () => {
    expect(check({ 'src/pages/page.module.css': '.pages {\n  color: red;\n}\n' })).toEqual([
      'src/pages/page.module.css defines .pages, which nothing uses',
      'src/pages/page.tsx uses .page, which src/pages/page.module.css does not define',
    ]);
  });

  test('that is chosen when the page runs may be any', () => {
    expect(check({ 'src/pages/page.tsx': PAGE.replace('styles.page', 'styles[name]') })).toEqual([]);
  });

  test('of every page is defined', () => {
    expect(check({ 'src/pages/other.tsx': 'export const A = <p className="muted loud" />;' })).toEqual([
      'src/pages/other.tsx uses .loud, which no sheet defines for every page',
    ]);
  });

  test('of every page is used', () => {
    expect(check({ 'src/app/base.css': '.muted,\n.loud {\n  color: red;\n}\n' })).toEqual([
      '.loud is defined for every page, and none uses it',
    ]);
  });

  test('of every page may be used by the page as it is fetched', () => {
    const files = { 'src/app/base.css': '.muted,\n.loud {\n  color: red;\n}\n', 'index.html': '<main class="loud">' };
    expect(check(files)).toEqual([]);
  });
});

describe('a custom property', () => {
  test('that a sheet declares is read', () => {
    const tokens = ':root {\n  --gap: 4px;\n  --gap-wide: 8px;\n}\n\np {\n  margin: var(--gap-wide);\n}\n';
    expect(check({ 'src/app/tokens.css': tokens })).toEqual(['src/app/tokens.css declares --gap, which nothing reads']);
  });

  test('that code declares is read, by its name or by the start of its name', () => {
    const names = `export const NAMES = ['--share', \`--bank-\${bank}\`, \`--degree-\${step}\`, \`--\${key}\`];`;
    const heat = `export const COLOUR = \`var(--degree-\${step}-label)\`;`;
    expect(check({ 'src/pages/names.ts': names, 'src/pages/heat.ts': heat })).toEqual([
      'src/pages/names.ts declares --share, which nothing reads',
      'src/pages/names.ts declares --bank-…, which nothing reads',
    ]);
  });
});

describe('values that have a list', () => {
  test.each(['color: #fff', 'background: rgb(0 0 0 / 20%)', 'border: 1px solid oklch(0.5 0.1 20)'])('%s', value => {
    expect(check({ 'src/pages/page.module.css': `.page {\n  ${value};\n}\n` })).toEqual([
      expect.stringContaining('has a colour of its own'),
    ]);
  });

  test('a layer', () => {
    expect(check({ 'src/pages/page.module.css': '.page {\n  z-index: 7;\n}\n' })).toEqual([
      expect.stringContaining('has a layer of its own, z-index: 7;'),
    ]);
  });

  test('a width at which the page changes, in a sheet and in code', () => {
    const sheet = '@media (max-width: 898px) {\n  .page {\n    color: red;\n  }\n}\n';
    expect(
      check({ 'src/pages/page.module.css': sheet, 'src/pages/a.ts': "export const A = '(max-width: 1px)';" }),
    ).toEqual([
      expect.stringContaining('src/pages/page.module.css asks for (max-width: 898px)'),
      expect.stringContaining('src/pages/a.ts asks for (max-width: 1px)'),
    ]);
  });
});
