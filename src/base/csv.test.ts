import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvCell, csvText } from './csv.ts';

/** A strict reader of RFC 4180. */
function fieldsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error(`no field at ${field.lastIndex}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', '＝', '"', "'", '-5', '=1+1', ';=1');
const texts = fc.tuple(starts, fc.string({ unit: 'binary' })).map(parts => parts.join(''));
const cells: fc.Arbitrary<CsvCell> = fc.oneof(texts, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));

test('no text begins a formula, nothing else changes, and every cell stays one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), rows => {
      const read = fieldsOf(csvText(rows));
      expect(read.map(row => row.length)).toEqual(rows.map(row => row.length));
      for (const [i, row] of rows.entries()) {
        for (const [j, cell] of row.entries()) {
          const field = read[i][j];
          if (typeof cell === 'string' && field !== cell) expect(field).toBe(`'${cell}`);
          else expect(field).toBe(String(cell ?? ''));
          if (!/^[+-]?\d/.test(field) && field !== '-Infinity') expect(field).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test.each<[CsvCell, string]>([
  ['=HYPERLINK("http://a.example")', '"\'=HYPERLINK(""http://a.example"")"'],
  ['-2+3', "'-2+3"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\tx', '"\'\tx"'],
  ['-12.5e-3', '-12.5e-3'],
  [-7, '-7'],
  [undefined, ''],
  ['a;=1', '"a;=1"'],
])('%j is written as %s', (cell, text) => expect(csvText([[cell]])).toBe(`${text}\n`));
