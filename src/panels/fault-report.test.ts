import { expect, test } from 'vitest';
import { faultWords, keepComponentStack, reportText } from './fault-report.ts';

const place = {
  link: 'http://127.0.0.1:4780/#/banks/transpose?pad=2',
  version: '0.1.0, commit abc',
  browser: 'Test/1.0',
  screen: '1440 x 900, dark theme',
  date: '2026-11-22T00:00:00.000Z',
};

test('says what, where, which version, and which component', () => {
  const error = new TypeError('x is undefined');
  keepComponentStack(error, '\n    at Tile\n    at Stage');
  const text = reportText(error, place);
  for (const part of ['TypeError: x is undefined', place.link, place.version, place.browser, 'at Tile', place.date])
    expect(text).toContain(part);
});

test('never holds a token, wherever it came from', () => {
  const secret = 'kJ8_-abcdefghijklmnopqrstuvwxyz0123456789ABCDE';
  const error = new Error(`failed at http://127.0.0.1:4780/#token=${secret}`);
  error.stack = `Error\n    at http://127.0.0.1:4780/#token=${secret}:1:2`;
  const link = `http://127.0.0.1:4780/?next=%23token%3D${secret}#token=${secret}`;
  const text = reportText(error, { ...place, link });
  expect(text).not.toContain(secret);
  expect(text).toContain('token=(left out)');
});

test('a link that holds a whole document is cut, and says so', () => {
  const text = reportText('x', { ...place, link: `http://127.0.0.1/#/workbench?doc=${'A'.repeat(8000)}` });
  expect(text.length).toBeLessThan(3000);
  expect(text).toMatch(/… \(80\d\d characters\)/);
});

test('whatever was thrown has words', () => {
  expect(faultWords(new RangeError(''))).toBe('RangeError');
  expect(faultWords('gone')).toBe('gone');
  for (const thrown of [undefined, null, {}, 7]) expect(faultWords(thrown)).toBe('an error without a message');
});
