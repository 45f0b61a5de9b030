/** Whatever the text, the parser ends, and ends in a `Result`. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from './module.ts';

const textOf = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const TEXTS = ['scopes-sm_90a.ptx', 'calls-sm_80.ptx', 'shared-sm_100a.ptx', 'tensor-sm_90a.ptx'].map(textOf);
const HEADER = '.version 9.0\n.target sm_90a\n.address_size 64\n';

/** Throws when the parser does; an error must lie inside the text. */
function parses(text: string): boolean {
  const result = parseModule(text);
  const ofLast = parseModule(text, { choose: entries => entries.at(-1) ?? null });
  if (result.ok) {
    expect(ofLast.ok).toBe(true);
    return true;
  }
  const { line, column, message } = result.error;
  expect(message).not.toBe('');
  const lines = text.split('\n');
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThan(0);
  expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
  return false;
}

const anyText = fc.constantFrom(...TEXTS);
const piece = fc.constantFrom(
  ...['{', '}', '(', ')', '[', ']', ';', ',', '+', '-', '@', '!', '|', ':', '<', '=', '"', '/*', '//', '\n', '_', '%'],
  ...[
    '.reg ',
    '.loc ',
    '.param ',
    '.func f',
    '.b32 ',
    '0x',
    '99999999999999999999',
    '%r1',
    '$L__BB0_1',
    '.reg .v4 .f32 %v;',
    '%v.y',
    '.alias f, f;',
    'WARP_SZ',
    '(.u64)',
    '? 1 : ',
    '<<',
    '{{1},',
    '\u00e9',
    '\0',
  ],
);

describe('the parser returns a Result', () => {
  it('for text that ends early', () => {
    fc.assert(
      fc.property(anyText, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
        parses(text.slice(0, Math.floor(part * text.length)));
      }),
      { numRuns: 300 },
    );
  });

  it('for text with a piece put in or cut out', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(20), piece, (text, at, cut, inserted) => {
        const start = at % text.length;
        parses(text.slice(0, start) + inserted + text.slice(start + cut));
      }),
      { numRuns: 500 },
    );
  });

  it('for arbitrary pieces behind a header', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        parses(HEADER + pieces.join(''));
        parses(`${HEADER}.entry k() { ${pieces.join('')} }`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the parser bears long and deep text', () => {
  const MANY = 200_000;
  const body = (text: string): string => `${HEADER}.entry k() { .reg .pred %p<4>; .reg .b32 %r<99>; ${text} }`;

  it.each([
    ['blocks', body('{'.repeat(MANY)), false],
    ['vectors', body(`mov.b32 ${'{'.repeat(MANY)};`), false],
    ['lists', body(`call ${'('.repeat(MANY)};`), false],
    ['brackets', body(`ld.b32 %r1, ${'[%r1, '.repeat(MANY)};`), false],
    ['digits', body(`mov.b32 %r1, ${'9'.repeat(MANY)};`), false],
    ['register numbers', body(`mov.b32 %r1, %r${'1'.repeat(MANY)};`), false],
    ['one long name', body(`bra ${'x'.repeat(MANY)};`), false],
    ['sums', body(`mov.b32 %r1, ${'1+'.repeat(MANY)}1;`), true],
    ['signs', body(`mov.b32 %r1, ${'-'.repeat(MANY)}1;`), false],
    ['conditions', body(`mov.b32 %r1, ${'1?'.repeat(MANY)}1;`), false],
    ['rows', `${HEADER}.global .b8 x[2] = ${'{'.repeat(MANY)};`, false],
    ['dimensions', `${HEADER}.global .b8 x${'[1]'.repeat(MANY)};`, false],
    ['vector registers', body('{ .reg .v4 .b32 %q<9999999>; mov.b32 %q1.x, %q2.w; } '.repeat(MANY / 20)), true],
    ['aliases', HEADER + '.alias f, f; '.repeat(MANY / 20), false],
    ['open comment', body('/*'.repeat(MANY)), false],
    ['repeated scopes', body('{ .reg .pred P; L: @P bra L; } '.repeat(MANY / 20)), true],
    ['pending labels', body(`${'{ '.repeat(60)}${'bra END; '.repeat(MANY / 20)}${'} '.repeat(60)} END:`), true],
    ['register ranges', body('{ .reg .b32 %q<9999999>; mov.b32 %q1, %q2; } '.repeat(MANY / 20)), true],
    ['ranges of labels', body('t: .branchtargets N<99999>; '.repeat(MANY / 20)), false],
    ['locations', body('.loc 1 5 3, function_name $x, inlined_at 1 5 3 ret; '.repeat(MANY / 20)), true],
    ['variables', `${HEADER}.global .b8 x[1099511627776] = {1};`, true],
  ])('%s', (_, text, valid) => {
    expect(parses(text)).toBe(valid);
  });

  it('refuses sizes that no machine has', () => {
    expect(parses(`${HEADER}.global .b64 x[1099511627776];`)).toBe(false);
    expect(parses(`${HEADER}.global .b64 x[99999999][99999999][99999999];`)).toBe(false);
  });
});
