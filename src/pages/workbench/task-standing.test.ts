/** The tasks of lessons: each is slow or wrong as it is, solved by the change that its hint speaks of, and not by a wrong one. */
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
  measured: [
    ['%r, %lane;', '%r, %row;'],
    ['%c, %row;', '%c, %lane;'],
  ],
  permutation: [
    ['%bStep, 128', '%bStep, 132'],
    ['%aStep, 512', '%aStep, 528'],
  ],
  ldmatrix: [['%pitch, 128', '%pitch, 144']],
  swizzle: [['%step, 256', '%step, 1024']],
  map: [['%bytes, 512', '%bytes, 1024']],
  fragments: [
    ['and.b32 %row, %lane, 7;\n  // YOURS', 'mov.u32 %row, %group;\n  // YOURS'],
    ['%second, 1', '%second, 8'],
  ],
  parity: [['%parity, 1;', '%parity, 0;']],
  ring: [['%stages, 4', '%stages, 2']],
  wgmma: [['wait_group.sync.aligned 1', 'wait_group.sync.aligned 0']],
  attention: [['mov.f32 %scale, 0f3F800000', 'ex2.approx.f32 %scale, %drop']],
  bug: [
    ['  add.u32 %value, %value, %index;', '  add.u32 %value, %value, %index;\n  bar.sync 0;'],
    ['  shr.u32 %half', '  bar.sync 0;\n  shr.u32 %half'],
  ],
  bugBarrier: [['  xor.b32 %row', '  bar.sync 0;\n  xor.b32 %row']],
  bugEdge: [['setp.le', 'setp.lt']],
  bugAlign: [['%lane, 20', '%lane, 16']],
};

/** Changes that look like a remedy but are none. */
const WRONG: Readonly<Record<TaskId, readonly Change[]>> = {
  banks: [['%step, 128', '%step, 64']],
  broadcast: [['%copy, 128', '%copy, 256']],
  widths: [['%pitch, 128', '%pitch, 160']],
  transpose: [['%laneStep, 128', '%laneStep, 4']],
  padding: [['%pitch, 128', '%pitch, 136']],
  xor: [['mov.u32 %column, %lane;', 'xor.b32 %column, %lane, %row;']],
  measured: [['%r, %lane;', '%r, %row;']],
  permutation: [['%aStep, 512', '%aStep, 516']],
  ldmatrix: [['%pitch, 128', '%pitch, 160']],
  swizzle: [['%step, 256', '%step, 512']],
  map: [['%bytes, 512', '%bytes, 256']],
  fragments: [['%second, 1', '%second, 8']],
  parity: [['[%bar], 32', '[%bar], 1']],
  ring: [['%stages, 4', '%stages, 1']],
  wgmma: [['wait_group.sync.aligned 1', 'wait_group.sync.aligned 2']],
  attention: [['mov.f32 %scale, 0f3F800000', 'ex2.approx.f32 %scale, %before']],
  bug: [['mov.u32 %half, 32;', 'mov.u32 %half, 32;\n  bar.sync 0;']],
  bugBarrier: [['  mov.u32 %index', '  bar.sync 0;\n  mov.u32 %index']],
  bugEdge: [['%index, 50', '%index, 51']],
  bugAlign: [['%lane, 20', '%lane, 24']],
};

describe.each(Object.keys(TASKS) as TaskId[])('%s', id => {
  test('is not done as it is', () => {
    const { isRight, findings } = standingAfter(id);
    expect(isRight && findings === 0).toBe(false);
  });

  test('is solved by the change', () => {
    expect(standingAfter(id, ...SOLUTIONS[id])).toEqual({ isRight: true, lost: 0, findings: 0 });
  });

  test('is not solved by another one', () => {
    const { isRight, findings } = standingAfter(id, ...WRONG[id]);
    expect(isRight && findings === 0).toBe(false);
  });
});
