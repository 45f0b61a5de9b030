/** The tasks at the end of lessons: a small program with conflicts, a launch for it, and what its output must be. */
import type { WorkbenchDocument } from '../contract/workbench-document.ts';
import { TASK_TEXTS } from './task-texts.ts';

export interface Task {
  readonly title: string;
  /** Text for the strip. */
  readonly say: string;
  readonly hint: string;
  readonly text: string;
  /** Formula of the expected output, in terms of i. */
  readonly expected: string;
  /** Elements of the output. */
  readonly length: number;
}

const SQUARE = 32 * 32;

export const TASKS = {
  banks: {
    title: 'Every lane its own bank',
    say: 'Fix it: 32 lanes keep a word each, all in one bank. Change the step, then press Run.',
    hint: 'Any step of an odd number of words will do: 4, 12, 132 bytes.',
    text: TASK_TEXTS.banks,
    expected: '(i + 1) % 32',
    length: 32,
  },
  broadcast: {
    title: 'One word for all',
    say: 'Fix it: each lane reads a copy of one number, all in one bank. Read one copy instead, then press Run.',
    hint: 'A distance of 0 lets all lanes read the same word: one bank hands it to all of them.',
    text: TASK_TEXTS.broadcast,
    expected: '15 + i',
    length: 32,
  },
  widths: {
    title: 'Sixteen bytes a lane',
    say: 'Fix it: rows of 128 bytes put eight lanes on the same banks. Change the pitch, then press Run.',
    hint: 'Eight lanes go together. They need eight different groups of four banks: 16 or 144 bytes apart.',
    text: TASK_TEXTS.widths,
    expected: '(floor(i / 4) + 1) % 32 * 4 + i % 4',
    length: 128,
  },
  transpose: {
    title: 'Along the rows',
    say: 'Fix it: this copy runs down the columns for no reason. Let lanes go along the rows, then press Run.',
    hint: 'Swap the two distances: 4 bytes from lane to lane, 128 from step to step.',
    text: TASK_TEXTS.transpose,
    expected: 'i',
    length: SQUARE,
  },
  padding: {
    title: 'A pitch without conflicts',
    say: 'Fix it: a transpose whose rows are 128 bytes apart. Find a pitch without conflicts, then press Run.',
    hint: 'One word more: 132 bytes.',
    text: TASK_TEXTS.padding,
    expected: 'i % 32 * 32 + floor(i / 32)',
    length: SQUARE,
  },
  xor: {
    title: 'XOR instead of padding',
    say: 'Fix it: there is no room for padding here. Turn both columns with XOR, then press Run.',
    hint: 'xor.b32 %column, %lane, %row; for the store, and the same with the two swapped for the load.',
    text: TASK_TEXTS.xor,
    expected: 'i % 32 * 32 + floor(i / 32)',
    length: SQUARE,
  },
} as const satisfies Readonly<Record<string, Task>>;

export type TaskId = keyof typeof TASKS;

export const isTask = (id: string): id is TaskId => Object.hasOwn(TASKS, id);

export function taskDocument(id: TaskId): WorkbenchDocument {
  const { title, text, expected, length } = TASKS[id];
  return {
    version: 1,
    title,
    source: { language: 'ptx', name: `${id}.ptx`, text },
    arch: 'sm_90',
    launch: {
      entry: 'task',
      grid: [1, 1, 1],
      block: [32, 1, 1],
      buffers: [{ name: 'out', type: 'u32', length, init: { kind: 'poison' }, output: true }],
      params: [{ kind: 'pointer', buffer: 'out' }],
    },
    guessed: [],
    ctas: null,
    tracedCta: 0,
    faults: 'first',
    expectations: [{ buffer: 'out', by: { kind: 'formula', formula: expected }, tolerance: 0 }],
  };
}
