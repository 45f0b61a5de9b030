/** The tasks of lessons: each is slow or wrong as it is, solved by the change that its hint speaks of, and not by a wrong one. */
import { describe, expect, test } from 'vitest';
import { startInspection } from '../../inspect/index.ts';
import { type Change, changedTask, SOLUTIONS, WRONG } from '../../lessons/fixtures/task-changes.ts';
import { TASKS, type TaskId, taskDocument } from '../../lessons/tasks.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { taskStanding } from './task-standing.ts';

function standingAfter(id: TaskId, changes: readonly Change[] = []) {
  const document = taskDocument(id);
  const ptx = changedTask(id, changes);
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const started = startInspection(module.value, document.launch, { faults: 'first', tracedCtas: [0] });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(1000).done);
  return taskStanding({ inspection: started.value.finish(), cut: null, warnings: [], ptx, document });
}

describe.each(Object.keys(TASKS) as TaskId[])('%s', id => {
  test('is not done as it is', () => {
    const { isRight, findings } = standingAfter(id);
    expect(isRight && findings === 0).toBe(false);
  });

  test('is solved by the change', () => {
    expect(standingAfter(id, SOLUTIONS[id])).toEqual({ isRight: true, lost: 0, findings: 0 });
  });

  test('is not solved by another one', () => {
    const { isRight, findings } = standingAfter(id, WRONG[id]);
    expect(isRight && findings === 0).toBe(false);
  });
});
