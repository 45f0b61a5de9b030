import { expect, test } from 'vitest';
import type { ExecutionProfile, InstructionClass } from '../../trace/execution-profile.ts';
import { NO_SHARED_FACTS } from '../../trace/shared-use.ts';
import { averageActiveLanes, warpSummary } from './warp-summary.ts';

type Row = [line: number, kind: InstructionClass, issues: number, lanes: number, diverged?: number, waits?: number];

const profileOf = (rows: readonly Row[]): ExecutionProfile => ({
  instructions: rows.map(([line, kind], pc) => ({ pc, file: 'k.cu', line, ptxLine: pc + 1, text: '', class: kind })),
  issues: Float64Array.from(rows, row => row[2]),
  lanes: Float64Array.from(rows, row => row[3]),
  diverged: Float64Array.from(rows, row => row[4] ?? 0),
  waits: Float64Array.from(rows, row => row[5] ?? 0),
  offRepeat: new Float64Array(rows.length),
  shared: NO_SHARED_FACTS,
});

const summary = warpSummary(
  profileOf([
    [7, 'integer', 4, 128],
    [7, 'global', 4, 32, 4],
    [3, 'integer', 2, 64],
    [9, 'barrier', 2, 64, 0, 1],
    [12, 'float', 0, 0],
  ]),
);

test('adds up executions, lanes, divergence and waits', () => {
  expect(summary).toMatchObject({ issues: 12, lanes: 288, diverged: 4, waits: 1 });
  expect(averageActiveLanes(summary)).toBe(24);
});

test('says it by line, in order, for lines that ran', () => {
  expect(summary.lines).toEqual([
    { file: 'k.cu', line: 3, issues: 2, lanes: 64, diverged: 0, waits: 0 },
    { file: 'k.cu', line: 7, issues: 8, lanes: 160, diverged: 4, waits: 0 },
    { file: 'k.cu', line: 9, issues: 2, lanes: 64, diverged: 0, waits: 1 },
  ]);
});

test('and by class, in the order of the classes', () => {
  expect(summary.classes.map(c => [c.class, c.issues])).toEqual([
    ['integer', 6],
    ['global', 4],
    ['barrier', 2],
  ]);
});

test('nothing ran: no average', () => {
  expect(averageActiveLanes(warpSummary(profileOf([])))).toBe(0);
});
