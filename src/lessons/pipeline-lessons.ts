/** Barriers, rings of stages, and groups of products. */

import { PRESETS } from '../model/pipeline/presets/index.ts';
import { presetScenario } from '../model/pipeline/presets/preset.ts';
import { simulate } from '../model/pipeline/simulate.ts';
import { countQuestion, groupQuestion, parityQuestion } from '../model/questions/barrier-questions.ts';
import { enoughQuestion } from '../model/questions/run-questions.ts';
import type { Lesson } from './lesson.ts';
import { pageAt } from './links.ts';

const RING = 'v3-wgmma';
const pipelineAt = (a: string) => pageAt('/pipeline', { a });

/** Cycles until the end, by the model of the pipeline page. */
function cycles(preset: string, changes: Readonly<Record<string, number | boolean>>): number {
  const scenario = presetScenario(PRESETS.find(({ id }) => id === preset)!, changes);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return simulate(scenario.value).totalClk;
}

const parity: Lesson = {
  id: 'parity',
  title: 'mbarrier: which phase does a wait mean?',
  chapter: 'Pipelines',
  learns: 'A wait names the parity of the phase that it wants complete; on a fresh barrier a wait for parity 1 passes.',
  topics: {
    pmpp: 'not treated',
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
        notes: 'Phase 0 is under way: parity 0 waits for its end. That is what a consumer wants.',
      },
      {
        link: pipelineAt('v2-warp-specialized'),
        say: 'The producer waits on a fresh barrier, too: for a free slot, with parity 1.',
        ask: { kind: 'own', question: parityQuestion(0, 1) },
        notes: 'It asks for the phase before the first, which counts as complete: the slots are free at the start.',
      },
      {
        link: pipelineAt('v2-warp-specialized*parity.producer.fill_0'),
        say: 'Somewhere in the middle of the loop: which of the two parities passes?',
        ask: { kind: 'own', question: parityQuestion(completed, (completed & 1) === 1 ? 1 : 0) },
        notes: 'The page behind this question has the wrong parity in its producer: it never begins.',
      },
      {
        link: pipelineAt('v2-warp-specialized'),
        say: 'The copy engine reports bytes. What does the barrier count?',
        ask: { kind: 'own', question: countQuestion(128, bytes) },
        notes: 'Two counters: arrivals, set by init, and bytes, announced by expect_tx.',
      },
    ];
  },
};

const ring: Lesson = {
  id: 'ring',
  title: 'A ring of stages: how many?',
  chapter: 'Pipelines',
  learns:
    'Stages hide the latency of copies; once it is covered, one more changes nothing but the shared memory it takes.',
  topics: {
    pmpp: 'not treated',
    guide: 'CUTLASS: Efficient GEMM, pipelining',
    course: 'Software pipelining',
  },
  steps: draw => {
    const steps = draw.pick([12, 16, 24]);
    const runs = [2, 3, 4].map(stages => ({ label: `${stages} stages`, clk: cycles(RING, { stages, steps }) }));
    return [
      {
        link: pageAt('/pipeline', { a: `${RING}*stages_2*steps_${steps}`, b: `${RING}*steps_${steps}` }),
        say: 'A matrix product with two, three or four stages. Which is the least that is as fast as any?',
        ask: {
          kind: 'own',
          question: enoughQuestion({
            ask: `${steps} steps of the product. Which number of stages is enough?`,
            runs,
            belief: 'more-stages',
            why: 'Stages help until the time of a copy is covered by the products of the others, and no further.',
          }),
        },
        notes: 'Within 2 per cent counts as equal. Let the class name what a stage costs: its share of shared memory.',
      },
    ];
  },
};

const groups: Lesson = {
  id: 'wgmma',
  title: 'Groups of wgmma: what does a wait wait for?',
  chapter: 'Pipelines',
  learns: 'wait_group N returns when at most N groups are under way; the oldest ones are complete.',
  topics: {
    pmpp: 'not treated',
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
        notes: 'N = 1 keeps one group under way: the slot of the one before may be given back.',
      },
      {
        link: pipelineAt(RING),
        say: 'And at the end of the loop, before the result is read?',
        ask: { kind: 'own', question: groupQuestion(committed, 0) },
        notes: 'Only wait_group 0 makes the accumulators readable for certain.',
      },
    ];
  },
};

export const PIPELINE_LESSONS: readonly Lesson[] = [parity, ring, groups];
