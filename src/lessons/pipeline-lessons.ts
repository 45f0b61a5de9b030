/** Barriers, rings of stages, and groups of products. */

import type { PipelineRun } from '../model/pipeline/pipeline-run.ts';
import { PRESETS } from '../model/pipeline/presets/index.ts';
import { presetScenario } from '../model/pipeline/presets/preset.ts';
import { simulate } from '../model/pipeline/simulate.ts';
import { countQuestion, fenceQuestion, groupQuestion, parityQuestion } from '../model/questions/barrier-questions.ts';
import { orderQuestion } from '../model/questions/order-question.ts';
import type { OrderQuestion } from '../model/questions/question.ts';
import { enoughQuestion } from '../model/questions/run-questions.ts';
import { between, counters, groups as groupsGiven, phases, rings, slots } from './givens.ts';
import type { Lesson } from './lesson.ts';
import { fixIt, pageAt } from './links.ts';

const RING = 'v3-wgmma';
const pipelineAt = (a: string) => pageAt('/pipeline', { a });

/** Runs the preset in the model of the pipeline page. */
function played(preset: string, changes: Readonly<Record<string, number | boolean>>): PipelineRun {
  const scenario = presetScenario(PRESETS.find(({ id }) => id === preset)!, changes);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return simulate(scenario.value);
}

/** What happens to slot 0 of a ring of two, from its first copy to its second. */
function slotQuestion(steps: number): OrderQuestion {
  const own = played(RING, { stages: 2, steps }).slots.filter(({ stage }) => stage === 0);
  const from = (state: string, index: number): number =>
    own.find(slot => slot.state === state && slot.index === index)!.from;
  const [asked, landed] = ['the copy of piece 0 is started', 'consumer 1 begins to multiply piece 0'];
  const [given, again] = ['the last consumer has read piece 0', 'the copy of piece 2 is started'];
  const read = 'consumer 1 begins to multiply piece 2';
  return orderQuestion({
    ask: 'A ring of two slots. In which order does this happen to slot 0?',
    events: [
      { name: asked, at: from('filling', 0) },
      { name: landed, at: from('read', 0) },
      { name: given, at: from('used', 0) },
      { name: again, at: from('filling', 2) },
      { name: read, at: from('read', 2) },
    ],
    ideas: [
      [
        [asked, landed, again, given, read],
        'reader-is-last',
        'Then the copy would overwrite what is still being read. The barrier "empty" keeps it from that.',
      ],
      [
        [asked, again, landed, given, read],
        'more-stages',
        'Piece 2 needs the slot of piece 0. A third slot would allow that; there are two.',
      ],
      [
        [landed, asked, given, again, read],
        'copy-is-there',
        'A copy takes its time. The barrier "full" makes the consumer wait for it.',
      ],
    ],
    because: 'Full, read, given back, filled again: two barriers a slot keep copies and readers apart.',
  });
}

const parity: Lesson = {
  id: 'parity',
  title: 'mbarrier: which phase does a wait mean?',
  chapter: 'Pipelines',
  learns: 'A wait names the parity of the phase that must be complete. On a fresh barrier, a wait for parity 1 passes.',
  topics: {
    guide: 'PTX manual: mbarrier, phase completion and test_wait',
    course: 'Asynchronous copies',
  },
  steps: draw => {
    const completed = draw.pick([1, 2, 3]);
    const bytes = draw.pick([16384, 8192, 32768]);
    return [
      {
        link: pipelineAt('v2-warp-specialized'),
        say: 'A fresh barrier, and a consumer that waits for the first piece with parity 0.',
        ask: { kind: 'own', question: parityQuestion(0, 0) },
        given: phases(0),
        notes: 'Phase 0 is under way: parity 0 waits for its end. That is what a consumer wants.',
      },
      {
        link: pipelineAt('v2-warp-specialized'),
        say: 'The producer waits on a fresh barrier, too: for a free slot, with parity 1.',
        ask: { kind: 'own', question: parityQuestion(0, 1) },
        given: phases(0),
        notes: 'It asks for the phase before the first, which counts as complete: the slots are free at the start.',
      },
      {
        link: pipelineAt('v2-warp-specialized*parity.producer.fill_0'),
        say: 'Somewhere in the middle of the loop: which of the two parities passes?',
        ask: { kind: 'own', question: parityQuestion(completed, (completed & 1) === 1 ? 1 : 0) },
        given: phases(completed),
        notes: 'The page behind this question has the wrong parity in its producer: it never begins.',
      },
      {
        link: pipelineAt('v2-warp-specialized'),
        say: 'The copy engine reports bytes. What does the barrier count?',
        ask: { kind: 'own', question: countQuestion(128, bytes) },
        given: counters(bytes),
        notes: 'Two counters: arrivals, set by init, and bytes, announced by expect_tx.',
      },
      fixIt('parity'),
    ];
  },
};

const ring: Lesson = {
  id: 'ring',
  title: 'A ring of stages: how many?',
  chapter: 'Pipelines',
  learns: 'Stages hide the latency of copies. Once it is hidden, one more stage only takes shared memory.',
  topics: {
    guide: 'CUTLASS: Efficient GEMM, pipelining',
    course: 'Software pipelining',
  },
  steps: draw => {
    const steps = draw.pick([12, 16, 24]);
    const runs = [2, 3, 4].map(stages => ({
      label: `${stages} stages`,
      clk: played(RING, { stages, steps }).totalClk,
    }));
    return [
      {
        link: pipelineAt(`${RING}*stages_2*steps_${steps}`),
        say: 'Two slots: a producer copies pieces into them, consumers multiply them and give the slot back.',
        ask: { kind: 'own', question: slotQuestion(steps) },
        given: slots(2, 6),
        notes: 'Follow one slot through the time line: dashed = in flight, then read, then empty.',
      },
      {
        link: pageAt('/pipeline', { a: `${RING}*stages_2*steps_${steps}`, b: `${RING}*steps_${steps}` }),
        say: 'A matrix product with two, three or four stages. Which is the least that is as fast as any?',
        ask: {
          kind: 'own',
          question: enoughQuestion({
            ask: `${steps} steps of the product. Which is the least number of stages that is as fast as any?`,
            runs,
            belief: 'more-stages',
            slower: 'The copies are not yet covered by the products: consumers wait.',
            dearer: 'Fewer stages are as fast, and take less shared memory: the copies are covered already.',
          }),
        },
        given: rings([2, 3, 4]),
        notes: 'Within 2 per cent counts as equal. Let the class name what a stage costs: its share of shared memory.',
      },
      fixIt('ring'),
    ];
  },
};

const groups: Lesson = {
  id: 'wgmma',
  title: 'Groups of wgmma: what does a wait wait for?',
  chapter: 'Pipelines',
  learns: 'wait_group N returns when at most N groups are under way. The older ones are then complete.',
  topics: {
    guide: 'PTX manual: wgmma.wait_group',
    course: 'Tensor cores of Hopper',
  },
  steps: draw => {
    const committed = draw.pick([3, 4, 5]);
    return [
      {
        link: pipelineAt(RING),
        say: 'Products run while the warpgroup goes on. It commits them in groups and waits later.',
        ask: { kind: 'own', question: groupQuestion(committed, 1) },
        given: groupsGiven(committed),
        notes: 'N = 1 keeps one group under way: the slot of the one before may be given back.',
      },
      {
        link: pipelineAt(RING),
        say: 'And at the end of the loop, before the result is read?',
        ask: { kind: 'own', question: groupQuestion(committed, 0) },
        given: groupsGiven(committed),
        notes: 'Only wait_group 0 makes the accumulators readable for certain.',
      },
      {
        link: pipelineAt(RING),
        say: 'Here the copy engine fills the stages. What if threads write them, as attention does with its weights?',
        ask: { kind: 'own', question: fenceQuestion() },
        given: between('threads store the tile', 'wgmma reads it'),
        notes:
          'Copies of the engine need no such fence: they come by the same way, and the barrier counts their bytes.',
      },
      fixIt('wgmma'),
    ];
  },
};

export const PIPELINE_LESSONS: readonly Lesson[] = [parity, ring, groups];
