/** The finder's table: order, heads, files. */
import { describe, expect, test } from 'vitest';
import { sortedRows } from '../../panels/kit/table-columns.ts';
import { swizzleLink } from '../links/swizzle.ts';
import { candidateName, finderColumns, finderCsv, finderJson, found } from './finder-rows.ts';

const all = found(swizzleLink.defaults);
const sorted = (order: string) => sortedRows(all.candidates, finderColumns(all.wanted), order);

describe('rows', () => {
  test('begin with the best', () => {
    expect(candidateName(all.candidates[0], { unit: 'bytes', elementBytes: 2 })).toBe('Swizzle<3,4,3>');
    expect(candidateName(all.candidates[0], { unit: 'elements', elementBytes: 2 })).toBe('Swizzle<3,3,3>');
    expect(sorted('')).toBe(all.candidates);
    expect(sorted('nothing')).toBe(all.candidates);
  });
  test('are sorted by a head, either way', () => {
    const bytes = sorted('bytes').map(row => row.bytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    const ldmatrix = sorted('-ldmatrix-4').map(({ counts }) => counts[1].wavefronts);
    expect(ldmatrix).toEqual(ldmatrix.toSorted((a, b) => b - a));
    expect(sorted('-tma')[0].tma).not.toBe(sorted('tma')[0].tma);
  });
  test('are none without an access, or with one that no pattern serves', () => {
    expect(found({ ...swizzleLink.defaults, wanted: [] }).candidates).toEqual([]);
    expect(found({ ...swizzleLink.defaults, wanted: ['own-4'], lanes: 'lane * 4 + 1' }).candidates).toEqual([]);
    expect(found({ ...swizzleLink.defaults, wanted: ['own-4'], lanes: 'nonsense' })).toEqual({
      wanted: [],
      candidates: [],
    });
  });
});

test('files hold every row', () => {
  const lines = finderCsv(all).trimEnd().split('\n');
  expect(lines).toHaveLength(all.candidates.length + 1);
  expect(lines[0]).toBe(
    finderColumns(all.wanted)
      .map(({ key }) => key)
      .join(','),
  );
  expect(lines[1]).toBe('"Swizzle<3,4,3>",4,4,8,2048,true,128B');
  const json = JSON.parse(finderJson(all, 'here'));
  expect(json.link).toBe('here');
  expect(json.rows[0]).toMatchObject({ tma: '128B', accesses: { 'ldmatrix-4': { wavefronts: 4, ideal: 4 } } });
});
