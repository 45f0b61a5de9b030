/** Two lessons about whole kernels: where attention spends its time, and how a bug is found. */
import { fa3Forward } from '../model/pipeline/presets/attention.ts';
import { presetScenario } from '../model/pipeline/presets/preset.ts';
import { simulate } from '../model/pipeline/simulate.ts';
import { budgetQuestion } from '../model/questions/budget-question.ts';
import { lineQuestion } from '../model/questions/line-question.ts';
import { orderQuestion } from '../model/questions/order-question.ts';
import type { LineQuestion, OrderQuestion } from '../model/questions/question.ts';
import type { Lesson, LessonStep } from './lesson.ts';
import { fixIt, pageAt } from './links.ts';
import { TASKS } from './tasks.ts';

/** The first block of a warpgroup and what it overlaps with, played by the model. */
function overlapQuestion(): OrderQuestion {
  const scenario = presetScenario(fa3Forward, { headDim: 128, overlap: true, pingPong: false });
  if (!scenario.ok) throw new Error(scenario.error.message);
  const own = simulate(scenario.value).spans.filter(({ role }) => role === 'consumer 1');
  const begin = (kind: string, nth: number): number => own.filter(span => span.kind === kind)[nth].from;
  const [scores0, softmax0, scores1] = ['scores of block 0', 'softmax of block 0', 'scores of block 1'];
  const [output0, softmax1] = ['output of block 0', 'softmax of block 1'];
  return orderQuestion({
    ask: 'A warpgroup with overlap: in which order do these begin?',
    events: [
      { name: scores0, at: begin('mma', 0) },
      { name: softmax0, at: begin('softmax', 0) },
      { name: scores1, at: begin('mma', 1) },
      { name: output0, at: begin('mma', 2) },
      { name: softmax1, at: begin('softmax', 1) },
    ],
    ideas: [
      [
        [scores0, softmax0, output0, scores1, softmax1],
        'one-after-other',
        'That is the version without overlap. With it, the scores of the next block are asked for before the output of this one.',
      ],
    ],
    because:
      'The product of block 1 with Q is started first; then, while block 0 is multiplied with V, the exponentials of block 1 run.',
  });
}

/** The page of FlashAttention-3's tiles, at those for heads of `headDim`. */
const tilesOf = (headDim: number, isFp8: boolean) =>
  pageAt('/attention/published', { a: `fa3-forward${isFp8 ? '-fp8' : ''}*headDim_${headDim}` });

const attention: Lesson = {
  id: 'attention',
  title: 'Attention: exponentials against products',
  chapter: 'Whole kernels',
  learns: 'A score costs one exponential and 4 d operations of products. Small heads wait for their exponentials.',
  topics: { guide: 'FlashAttention-3, section 3.2', course: 'Attention kernels' },
  steps: draw => {
    const [first, second] = draw.pick([
      [64, 256],
      [128, 64],
      [256, 128],
    ] as const);
    return [
      {
        link: tilesOf(first, false),
        say: 'Attention multiplies, takes exponentials, and multiplies again. Two units work side by side.',
        ask: { kind: 'own', question: budgetQuestion(first, false) },
        notes: 'Exponentials: one a score. Products: 2 x 2 x head dimension operations a score.',
      },
      {
        link: tilesOf(second, false),
        say: 'The same with other heads. What changes, the products or the exponentials?',
        ask: { kind: 'own', question: budgetQuestion(second, false) },
        notes: 'Half the head, half the products; the number of scores of a block is another matter, and cancels out.',
      },
      {
        link: tilesOf(first, true),
        say: 'With 8-bit floats the tensor cores are twice as fast. Exponentials are not.',
        ask: { kind: 'own', question: budgetQuestion(first, true) },
        notes: 'The faster the products, the more the exponentials weigh: this is why newer kernels hide them.',
      },
      {
        link: pageAt('/attention/published'),
        say: 'To hide the exponentials, a warpgroup starts the next product early. Order the events.',
        ask: { kind: 'own', question: overlapQuestion() },
        notes: 'Look at the time line: the softmax bar lies under a product bar.',
      },
      fixIt('attention'),
    ];
  },
};

const OTHERWISE =
  'That line does what it says. Ask which threads have done what by then, and which addresses come out.';

const BARRIER: LineQuestion = lineQuestion({
  ask: 'At which line may a number be missing that is needed there?',
  text: TASKS.bugBarrier.text,
  piece: ['mad.lo.u32 %at, %lane, 4', 'st.global'],
  right: 'ld.shared',
  ideas: [
    ['st.shared', 'store-is-seen', 'Each thread stores into a word of its own. Nothing can be wrong yet.'],
    [
      'xor.b32',
      'looks-strange',
      'XOR with 32 turns lane 3 of warp 0 into lane 3 of warp 1 and back: that is the partner.',
    ],
  ],
  otherwise: OTHERWISE,
  because:
    'The load reads what a thread of the other warp stores. Nothing says that it has stored by then: a barrier is missing.',
});

const EDGE: LineQuestion = lineQuestion({
  ask: 'The output has 50 words. At which line is memory touched that is not part of it?',
  text: TASKS.bugEdge.text,
  piece: ['mul.lo.u32 %value', 'st.global'],
  right: 'st.global',
  ideas: [
    ['setp.le', 'guard-is-safe', 'This line is to be mended, but it only compares: memory is touched later.'],
    ['add.u64 %to', 'looks-strange', 'An address may be computed; only using it does harm.'],
  ],
  otherwise: 'That line touches no memory.',
  because:
    'Thread 50 passes the guard, since 50 <= 50, and the store writes word 50 of 50: the last one has number 49.',
});

const ALIGN: LineQuestion = lineQuestion({
  ask: 'At which line does the hardware refuse to go on?',
  text: TASKS.bugAlign.text,
  piece: ['mad.lo.u32 %at, %lane, 20', 'st.global'],
  right: 'st.shared.v4',
  ideas: [
    [
      'mad.lo.u32 %at, %lane, 20',
      'always-one',
      'Rows of 20 bytes are what is to be mended, but computing an address is no fault.',
    ],
    ['ld.shared.v4', 'looks-strange', 'It would be refused, too, if the line above had not been already.'],
    ['bar.sync', 'warp-in-step', 'All lanes come to this barrier, if they come so far.'],
  ],
  otherwise: 'That line does not touch the rows in shared memory.',
  because: 'Lane 1 stores 16 bytes at byte 20, which is no multiple of 16.',
});

const hunt = (task: 'bugBarrier' | 'bugEdge' | 'bugAlign', question: LineQuestion, say: string): LessonStep => ({
  link: pageAt('/workbench', { task }),
  say,
  ask: { kind: 'own', question },
  task,
  notes: `After the guess: press Run, read what is found, mend it. ${TASKS[task].hint}`,
});

const bug: Lesson = {
  id: 'bug',
  title: 'Find the bug',
  chapter: 'Whole kernels',
  learns: 'A race, a wrong end, a wrong alignment: the line that goes wrong is not always the line to mend.',
  topics: {
    pmpp: '4, Compute architecture and scheduling',
    guide: 'PTX manual: Memory consistency model; Compute Sanitizer',
    course: 'Debugging lab',
  },
  steps: draw => {
    const hunts = [
      hunt('bugBarrier', BARRIER, 'Two warps exchange their numbers: thread t takes that of thread t XOR 32.'),
      hunt('bugEdge', EDGE, '64 threads write an output of 50 words: thread t writes 2 t.'),
      hunt('bugAlign', ALIGN, 'Each lane stores 16 bytes at once, in rows of 20 bytes, to spread the banks.'),
    ];
    const first = draw.pick([0, 1, 2]);
    return [...hunts.slice(first), ...hunts.slice(0, first), fixIt('bug')];
  },
};

export const KERNEL_LESSONS: readonly Lesson[] = [attention, bug];
