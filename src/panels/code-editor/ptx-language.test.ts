import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, it } from 'vitest';
import { ptxLanguage } from './ptx-language.ts';

const highlighter = tagHighlighter([
  { tag: tags.comment, class: 'comment' },
  { tag: tags.keyword, class: 'opcode' },
  { tag: tags.meta, class: 'directive' },
  { tag: tags.variableName, class: 'register' },
  { tag: tags.labelName, class: 'label' },
  { tag: tags.number, class: 'number' },
]);

function classesOf(text: string): string[] {
  const found: string[] = [];
  highlightTree(ptxLanguage.parser.parse(text), highlighter, (from, to, name) => {
    found.push(`${name} ${text.slice(from, to)}`);
  });
  return found;
}

it('tells the words of an instruction apart', () => {
  expect(classesOf('@%p1 ld.shared.v2.f32 {%f1, %f2}, [%rd3+16]; // two')).toEqual([
    'opcode ld.shared.v2.f32',
    'register %f1',
    'register %f2',
    'register %rd3',
    'number 16',
    'comment // two',
  ]);
});

it('begins a statement after a label, a semicolon, and a directive that ends with its line', () => {
  expect(classesOf('$L__BB0_2:\n\t.loc 1 9 3\n\tmov.f32 %f1, 0f3F800000;bar.sync 0;')).toEqual([
    'label $L__BB0_2',
    'directive .loc',
    'number 1',
    'number 9',
    'number 3',
    'opcode mov.f32',
    'register %f1',
    'number 0f3F800000',
    'opcode bar.sync',
    'number 0',
  ]);
});

it('follows a comment over lines', () => {
  expect(classesOf('/* ret;\nret; */ ret;')).toEqual(['comment /* ret;', 'comment ret; */', 'opcode ret']);
});
