/** The tasks of lessons: each is right but slow as it is, solved by the change that its hint speaks of, and not by a wrong one. */
import { describe, expect, test } from 'vitest';
import { startInspection } from '../../inspect/index.ts';
import { TASKS, type TaskId, taskDocument } from '../../lessons/tasks.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { taskStanding } from './task-standing.ts';

function standingAfter(id: TaskId, ...changes: readonly (readonly [from: string, to: string])[]) {
  const document = taskDocument(id);
  const ptx = changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, document.source.text);
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const started = startInspection(module.value, document.launch, { faults: 'first', tracedCtas: [0] });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(1000).done);
  return taskStanding({ inspection: started.value.finish(), cut: null, warnings: [], ptx, document });
}

type Change = readonly [from: string, to: string];

const SOLUTIONS: Readonly<Record<TaskId, readonly Change[]>> = {
  banks: [['%step, 128', '%step, 4']],
  broadcast: [['%copy, 128', '%copy, 0']],
  widths: [['%pitch, 128', '%pitch, 144']],
  transpose: [
    ['%laneStep, 128', '%laneStep, 4'],
    ['%rowStep, 4', '%rowStep, 128'],
  ],
  padding: [['%pitch, 128', '%pitch, 132']],
  xor: [
    ['mov.u32 %column, %lane;', 'xor.b32 %column, %lane, %row;'],
    ['mov.u32 %column, %row;', 'xor.b32 %column, %row, %lane;'],
  ],
};

/** Changes that look like a remedy but are none. */
const WRONG: Readonly<Record<TaskId, readonly Change[]>> = {
  banks: [['%step, 128', '%step, 64']],
  broadcast: [['%copy, 128', '%copy, 256']],
  widths: [['%pitch, 128', '%pitch, 160']],
  transpose: [['%laneStep, 128', '%laneStep, 4']],
  padding: [['%pitch, 128', '%pitch, 136']],
  xor: [['mov.u32 %column, %lane;', 'xor.b32 %column, %lane, %row;']],
};

describe.each(Object.keys(TASKS) as TaskId[])('%s', id => {
  test('gives the right output with lost wavefronts as it is', () => {
    const { isRight, lost } = standingAfter(id);
    expect(isRight).toBe(true);
    expect(lost).toBeGreaterThan(0);
  });

  test('is solved by the change', () => {
    expect(standingAfter(id, ...SOLUTIONS[id])).toEqual({ isRight: true, lost: 0 });
  });

  test('is not solved by another one', () => {
    const { isRight, lost } = standingAfter(id, ...WRONG[id]);
    expect(isRight && lost === 0).toBe(false);
  });
});
