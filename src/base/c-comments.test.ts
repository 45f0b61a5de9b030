import { expect, test } from 'vitest';
import { withoutComments } from './c-comments.ts';

test.each([
  ['int a; // one\nint b;', 'int a;  \nint b;'],
  ['int /* a, */ b;', 'int   b;'],
  ['a /* // */ b // /* c\nd', 'a   b  \nd'],
  ['a /*/ b */ c', 'a   c'],
  ['a /* never closed', 'a  '],
  ['a // the last', 'a  '],
  ['a / b', 'a / b'],
])('%j is %j', (text, plain) => expect(withoutComments(text)).toBe(plain));

test('a long run of openings is read once', () => {
  expect(withoutComments('/* '.repeat(2 ** 20))).toBe(' ');
});
