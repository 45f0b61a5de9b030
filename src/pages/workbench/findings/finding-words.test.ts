import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../trace/finding.ts';
import { findingsText } from './finding-files.ts';
import { identityOf, isOnLine, placeWords, withoutEqual } from './finding-words.ts';

const at = (file: string, line: number, ptxLine: number, instruction = '') => ({ file, line, ptxLine, instruction });

const finding = (kind: Finding['kind'], place: Finding['place']): Finding => ({
  kind,
  rank: 'cost',
  seen: '',
  place,
  message: 'says "so", twice',
  fix: '',
  cost: { unit: 'wavefronts', actual: 32, ideal: 1 },
  who: { cta: 0, warp: 3, lane: 5 },
  other: null,
  count: 2,
});

describe('places', () => {
  it('are named by the source line, or the PTX line where there is none', () => {
    expect(placeWords(at('cuda/k.cu', 7, 30))).toBe('k.cu:7');
    expect(placeWords(at('', 0, 30))).toBe('PTX line 30');
    expect(placeWords(at('', 0, 0))).toBe('no line');
  });

  it('lie on a chosen source line with all instructions of it', () => {
    expect(isOnLine(at('cuda/k.cu', 7, 30), at('k.cu', 7, 0))).toBe(true);
    expect(isOnLine(at('cuda/k.cu', 8, 30), at('k.cu', 7, 30))).toBe(false);
    expect(isOnLine(at('', 0, 30), at('', 0, 30))).toBe(true);
    expect(isOnLine(at('', 0, 0), at('', 0, 0))).toBe(false);
  });
});

describe('findings of two versions', () => {
  it('are the same where kind and text of the line are, wherever the line went', () => {
    const before = identityOf(finding('bankConflicts', at('k.cu', 1, 9)), ['  x = tile[i];']);
    const after = identityOf(finding('bankConflicts', at('k.cu', 2, 11)), ['// new', 'x = tile[i];']);
    expect(after).toBe(before);
    expect(identityOf(finding('race', at('k.cu', 1, 9)), ['  x = tile[i];'])).not.toBe(before);
  });

  it('are told apart by their instruction in PTX, whatever its registers are called', () => {
    const of = (instruction: string) => identityOf(finding('bankConflicts', at('', 0, 5, instruction)), []);
    expect(of('ld.shared.f32 %f1, [%r2]')).toBe(of('ld.shared.f32 %f7, [%r31]'));
    expect(of('ld.shared.f32 %f1, [%r2]')).not.toBe(of('ld.shared.f32 %f1, [%r2+4]'));
  });

  it('count: of two alike and one known, one is new', () => {
    expect([...withoutEqual(['a', 'a', 'b'], ['a', 'c'])]).toEqual([1, 2]);
  });
});

it('writes findings as CSV with its quotes, and as JSON as they are', () => {
  const one = finding('bankConflicts', at('k.cu', 7, 30));
  const [head, row] = findingsText([one], 'csv').split('\n');
  expect(head.split(',').slice(0, 4)).toEqual(['rank', 'kind', 'file', 'line']);
  expect(row).toBe('cost,bankConflicts,k.cu,7,30,,,2,wavefronts,32,1,0,3,5,,,"says ""so"", twice",,,');
  expect(JSON.parse(findingsText([one], 'json'))).toEqual([one]);
});
