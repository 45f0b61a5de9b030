import { expect, test } from 'vitest';
import type { ExecutionProfile, InstructionClass } from '../../trace/execution-profile.ts';
import { NO_SHARED_FACTS } from '../../trace/shared-use.ts';
import {
  executionsByClass,
  executionsByInstruction,
  executionsByLine,
  idleLanes,
  meanLanes,
  totalExecutions,
} from './execution-lines.ts';

type Row = readonly [InstructionClass, file: string, line: number, issues: number, lanes: number, diverged: number];

const rows: readonly Row[] = [
  ['integer', 'b.cu', 9, 4, 128, 0],
  ['global', 'b.cu', 12, 4, 64, 4],
  ['integer', 'b.cu', 12, 4, 32, 4],
  ['float', 'a.cu', 3, 0, 0, 0],
  ['control', '', 0, 2, 64, 0],
  ['barrier', 'b.cu', 2, 2, 64, 0],
];
const profile: ExecutionProfile = {
  instructions: rows.map(([name, file, line], pc) => ({
    pc,
    file,
    line,
    ptxLine: 100 + pc,
    text: `i${pc}`,
    class: name,
  })),
  issues: Float64Array.from(rows, row => row[3]),
  lanes: Float64Array.from(rows, row => row[4]),
  diverged: Float64Array.from(rows, row => row[5]),
  waits: Float64Array.from(rows, ([name]) => (name === 'barrier' ? 1 : 0)),
  offRepeat: new Float64Array(rows.length),
  shared: NO_SHARED_FACTS,
};

test('by line, in the order of the source, unknown lines left out', () => {
  expect(executionsByLine(profile).map(({ file, line }) => `${file}:${line}`)).toEqual([
    'a.cu:3',
    'b.cu:2',
    'b.cu:9',
    'b.cu:12',
  ]);
  expect(executionsByLine(profile)[3]).toEqual({
    file: 'b.cu',
    line: 12,
    ptxLine: 101,
    text: 'i1',
    instructions: 2,
    issues: 8,
    lanes: 96,
    diverged: 8,
    waits: 0,
  });
});

test('means and idle lanes', () => {
  const [never, , full, half] = executionsByLine(profile);
  expect([never, full, half].map(meanLanes)).toEqual([null, 32, 12]);
  expect([never, full, half].map(idleLanes)).toEqual([0, 0, 160]);
});

test('by instruction, class, and in all, the same sums', () => {
  const total = totalExecutions(profile);
  const sums = (entries: readonly { issues: number; lanes: number }[]) =>
    entries.reduce((sum, entry) => ({ issues: sum.issues + entry.issues, lanes: sum.lanes + entry.lanes }), {
      issues: 0,
      lanes: 0,
    });
  expect(total).toEqual({ issues: 16, lanes: 352, diverged: 8, waits: 1 });
  expect(sums(executionsByInstruction(profile))).toEqual({ issues: 16, lanes: 352 });
  expect(sums(executionsByClass(profile))).toEqual({ issues: 16, lanes: 352 });
  expect(executionsByClass(profile).map(entry => entry.class)).toEqual(['integer', 'control', 'global', 'barrier']);
});
