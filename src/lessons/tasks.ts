/** The tasks at the end of lessons: a small program that waits or is wrong, a launch for it, and what its output must be. */
import type { WorkbenchDocument } from '../contract/workbench-document.ts';
import type { BufferSpec, LaunchParam } from '../trace/launch.ts';
import { LAYOUT_TASK_TEXTS } from './layout-task-texts.ts';
import { ORDER_TASK_TEXTS } from './order-task-texts.ts';
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
  /** 32 when absent. */
  readonly threads?: number;
  /** What the launch passes besides the output. */
  readonly input?: { readonly buffer: BufferSpec; readonly param: LaunchParam };
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
  measured: {
    title: 'Free of conflicts, and slow',
    say: 'Fix it: no bank waits, but each store touches 32 sectors. Let lanes write side by side, then press Run.',
    hint: 'Swap the two: the row is %row, the column %lane. Neighbouring lanes then write neighbouring words.',
    text: LAYOUT_TASK_TEXTS.measured,
    expected: 'i',
    length: SQUARE,
  },
  permutation: {
    title: 'Two pads for three dimensions',
    say: 'Fix it: 32 lanes read eight a of four b, all in one bank. Choose both distances, then press Run.',
    hint: '132 bytes from b to b moves each b on by a bank; four of them, 528 bytes, move each a on by four.',
    text: LAYOUT_TASK_TEXTS.permutation,
    expected: 'i % 8 * 128 + floor(i / 8) % 4 * 32 + floor(i / 32)',
    length: SQUARE,
  },
  ldmatrix: {
    title: 'Rows for ldmatrix',
    say: 'Fix it: the eight rows of each matrix lie 128 bytes apart. Change the pitch, then press Run.',
    hint: 'An odd number of 16-byte chunks: 144 bytes, or 80.',
    text: LAYOUT_TASK_TEXTS.ldmatrix,
    expected: 'floor(i / 16) * 16 + i % 4 * 4 + floor(i / 4) % 4',
    length: 128,
  },
  swizzle: {
    title: 'Where the pattern begins',
    say: 'Fix it: the tile comes out scrambled, for it begins in the middle of the pattern. Move it, then press Run.',
    hint: 'A multiple of 1,024 bytes: there the row number and bits 7 to 9 of the address are the same.',
    text: LAYOUT_TASK_TEXTS.swizzle,
    expected: 'i',
    length: 256,
  },
  map: {
    title: 'Bytes of a box',
    say: 'Fix it: the barrier is told of too few bytes for a box of 8 rows of 32 words. Correct it, then press Run.',
    hint: '8 rows x 32 words x 4 bytes = 1,024 bytes.',
    text: LAYOUT_TASK_TEXTS.map,
    expected: '(4 + floor(i / 32)) * 64 + 32 + i % 32',
    length: 256,
    input: {
      buffer: { name: 'matrix', type: 'u32', length: 64 * 16, init: { kind: 'iota' } },
      param: {
        kind: 'tensorMap',
        pass: 'value',
        buffer: 'matrix',
        type: 'u32',
        dims: [64, 16],
        stridesBytes: [256],
        box: [32, 8],
        elementStrides: [1, 1],
        interleave: 'none',
        swizzle: 'none',
        oobFill: 'zero',
      },
    },
  },
  fragments: {
    title: 'Write the fragment where it belongs',
    say: 'Fix it: each lane writes its four elements of the result to a wrong place. Mend two lines, press Run.',
    hint: 'Four neighbouring lanes share a row: it is %group. The second pair lies 8 rows further down.',
    text: LAYOUT_TASK_TEXTS.fragments,
    expected: 'i',
    length: 128,
  },
  parity: {
    title: 'The right phase',
    say: 'Fix it: warp 1 reads before warp 0 has written. Let it wait for the right phase, then press Run.',
    hint: 'The first phase has number 0: parity 0. On a fresh barrier a wait for parity 1 passes at once.',
    text: ORDER_TASK_TEXTS.parity,
    expected: 'i * 3',
    length: 32,
    threads: 64,
  },
  ring: {
    title: 'Round after round',
    say: 'Fix it: the ring has two slots, but its rounds are counted as if it had four. Correct it, press Run.',
    hint: 'Two pieces go into a round, so the parity changes with every second piece.',
    text: ORDER_TASK_TEXTS.ring,
    expected: 'i',
    length: 256,
    threads: 64,
  },
  wgmma: {
    title: 'Wait for the products',
    say: 'Fix it: the result is read while the product may still be under way. Wait for it, then press Run.',
    hint: 'wait_group 0: no group may be under way any more.',
    text: ORDER_TASK_TEXTS.wgmma,
    expected: '16 + i',
    length: 128,
    threads: 128,
  },
  attention: {
    title: 'The maximum rises',
    say: 'Fix it: the sum of exponentials forgets that the maximum has changed. Rescale it, then press Run.',
    hint: 'ex2.approx.f32 %scale, %drop; what was added up before counts less when the maximum rises.',
    text: ORDER_TASK_TEXTS.attention,
    expected: '15 + i',
    length: 32,
  },
  bug: {
    title: 'A sum by halves',
    say: 'Fix it: the sum comes out right by luck alone. Find out why, mend it, then press Run.',
    hint: 'Lanes of a warp do not go in step by themselves: bar.sync 0; belongs into the loop, for all threads.',
    text: ORDER_TASK_TEXTS.bug,
    expected: '2016 + i',
    length: 64,
    threads: 64,
  },
  bugBarrier: {
    title: 'Partners',
    say: 'Two warps exchange their numbers.',
    hint: 'bar.sync 0; between the store and the load.',
    text: ORDER_TASK_TEXTS.bugBarrier,
    expected: 'i < 32 ? i + 32 : i - 32',
    length: 64,
    threads: 64,
  },
  bugEdge: {
    title: 'The end of the output',
    say: '64 threads write 50 words.',
    hint: 'The last word has number 49: setp.lt.',
    text: ORDER_TASK_TEXTS.bugEdge,
    expected: 'i * 2',
    length: 50,
    threads: 64,
  },
  bugAlign: {
    title: 'Sixteen bytes at a time',
    say: 'Each lane stores 16 bytes, in rows of 20.',
    hint: 'Addresses of 16-byte accesses are multiples of 16.',
    text: ORDER_TASK_TEXTS.bugAlign,
    expected: 'i + 7',
    length: 32,
  },
} as const satisfies Readonly<Record<string, Task>>;

export type TaskId = keyof typeof TASKS;

export const isTask = (id: string): id is TaskId => Object.hasOwn(TASKS, id);

export function taskDocument(id: TaskId): WorkbenchDocument {
  const { title, text, expected, length, threads = 32, input }: Task = TASKS[id];
  return {
    version: 1,
    title,
    source: { language: 'ptx', name: `${id}.ptx`, text },
    arch: 'sm_90',
    launch: {
      entry: 'task',
      grid: [1, 1, 1],
      block: [threads, 1, 1],
      buffers: [
        { name: 'out', type: 'u32', length, init: { kind: 'poison' }, output: true },
        ...(input ? [input.buffer] : []),
      ],
      params: [{ kind: 'pointer', buffer: 'out' }, ...(input ? [input.param] : [])],
    },
    guessed: [],
    ctas: null,
    tracedCta: 0,
    faults: 'first',
    expectations: [{ buffer: 'out', by: { kind: 'formula', formula: expected }, tolerance: 0 }],
  };
}
