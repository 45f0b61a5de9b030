/** Tests a LaTeX document without LaTeX: brackets, environments, and one node for each cell. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TikzTable, tikz } from './tikz.ts';

/** The first thing that LaTeX would refuse, or null. */
function texError(text: string): string | null {
  const open: string[] = [];
  for (const [, command, name] of text.matchAll(/\\(begin|end)\{(\w+)\}/g))
    if (command === 'begin') open.push(name);
    else if (open.pop() !== name) return `\\end{${name}} ends another`;
  if (open.length > 0) return `${open.join()} not ended`;
  let depth = 0;
  for (const line of text.split('\n').filter(each => !each.startsWith('%'))) {
    for (const character of line) {
      depth += character === '{' ? 1 : character === '}' ? -1 : 0;
      if (depth < 0) return `a } too many in ${line}`;
      if ('#$&^_~'.includes(character)) return `bare ${character} in ${line}`;
    }
    if (depth !== 0) return `a { too many in ${line}`;
    if (/^\\(node|draw)/.test(line) && !line.endsWith(';')) return `no ; behind ${line}`;
  }
  return null;
}

const table = (rows: number, columns: number): TikzTable => ({
  title: `${rows} x ${columns}`,
  rows,
  columns,
  cells: Array.from({ length: rows * columns }, (_, i) => ({
    row: i % rows,
    column: Math.floor(i / rows),
    lines: i % 2 === 0 ? [`${i}`] : [`T${i}`, `V${i}`],
    shade: i % 8,
  })),
});

test('the checker itself', () => {
  expect(texError('\\begin{a}\\end{b}')).toContain('ends another');
  expect(texError('\\begin{a}')).toContain('not ended');
  expect(texError('\\node {a}')).toContain('no ;');
  expect(texError('{{}')).toContain('too many');
  expect(texError('a_b')).toContain('bare _');
});

test('every table is a whole document with a node for each cell', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (rows, columns) => {
      const text = tikz(table(rows, columns));
      if (!text.ok) throw new Error(text.error.message);
      expect(texError(text.value)).toBeNull();
      expect(text.value.match(/^\\node\[fill/gm)).toHaveLength(rows * columns);
      expect(text.value).toContain(`grid (${rows},${columns});`);
    }),
  );
});

test('more than TeX holds is refused', () => {
  const text = tikz(table(128, 64));
  expect(text.ok ? '' : text.error.message).toContain('8192 cells');
});
