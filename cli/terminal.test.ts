import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCode, isTestOnly, projectRoot, treeOf } from '../scripts/tree.ts';
import { jsonLine, printable } from './terminal.ts';

describe('text for a person', () => {
  test.each([
    ['\x1b[2J\x1b]0;title\x07', '\\x1b[2J\\x1b]0;title\\x07'],
    ['a\rb\u009bm\u202ec', 'a\\rb\\x9bm\\u202ec'],
    ['a\tb\nc', 'a\tb\nc'],
    ['one\n::stop-commands::x\n  ::set-output name=a::b', 'one\n\\::stop-commands::x\n  \\::set-output name=a::b'],
    ['ok ##[error]no ##vso[task.complete]', 'ok ##\\[error]no ##vso\\[task.complete]'],
    ['std::vector, µs, 日本', 'std::vector, µs, 日本'],
  ])('%j is printed as %j', (text, shown) => expect(printable(text)).toBe(shown));

  const pieces = fc.constantFrom(
    '::',
    '##[',
    '##vso[',
    ' ',
    '\n',
    '\r',
    '\x1b',
    '\u2028',
    '\u0085',
    '\u00a0',
    'a',
    '[',
    '#',
  );
  test('no line is a command, and nothing but letters reaches the terminal', () => {
    fc.assert(
      fc.property(fc.array(pieces), parts => {
        const shown = printable(parts.join(''));
        expect(shown).not.toMatch(/##\w*\[/);
        // GitHub Actions ends a line at either of these characters, and removes the spaces at its start.
        for (const line of shown.split(/[\r\n]/)) expect(line.trim().startsWith('::')).toBe(false);
        expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

test('JSON says the same without a control character', () => {
  const value = { text: '\x1b\u007f\u009b\u202e\u2028 é' };
  expect(jsonLine(value)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  expect(JSON.parse(jsonLine(value))).toEqual(value);
});

test('no verb writes in another way', () => {
  const tree = treeOf(projectRoot);
  const writers = tree.paths.filter(
    path =>
      path.startsWith('cli/') &&
      isCode(path) &&
      !isTestOnly(path) &&
      /process\.std(out|err)\.write|console\./.test(tree.read(path)),
  );
  expect(writers).toEqual(['cli/terminal.ts']);
});
