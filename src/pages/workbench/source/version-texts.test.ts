import { expect, test } from 'vitest';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import type { WorkbenchRun } from '../run.ts';
import { wrongLinesIn } from './version-texts.ts';

const at = (line: number) => ({ file: 'k.cu', line, ptxLine: line + 100, instruction: '' });
const run = {
  result: {
    inspection: {
      findings: [
        { rank: 'fault', place: at(7), other: { place: at(5) }, message: 'race' },
        { rank: 'hazard', place: at(7), other: null, message: 'later' },
        { rank: 'cost', place: at(9), other: null, message: 'conflicts' },
      ],
      profile: { instructions: [] },
    },
  },
} as unknown as WorkbenchRun;
const tab = (language: 'cuda' | 'ptx', name: string) => ({ language, name }) as SourceTab;

test('a race marks both of its lines, a cost none, and a line has its first message', () => {
  expect(wrongLinesIn(tab('cuda', 'k.cu'), run)).toEqual([
    { line: 7, message: 'race' },
    { line: 5, message: 'race' },
  ]);
  expect(wrongLinesIn(tab('ptx', 'k.ptx'), run).map(({ line }) => line)).toEqual([107, 105]);
  expect(wrongLinesIn(tab('cuda', 'other.cu'), run)).toEqual([]);
});
