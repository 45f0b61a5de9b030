/** Questions about mbarriers and groups of copies, answered by the model of one barrier. */
import { MbarrierModel } from '../pipeline/mbarrier.ts';
import { madeChoice } from './made-choice.ts';
import type { ChoiceQuestion } from './question.ts';

const PASSES = 'It passes at once';
const WAITS = 'It waits';

/** 'A wait for this parity: does it pass?' after so many completed phases. */
export function parityQuestion(completed: number, parity: 0 | 1): ChoiceQuestion {
  const barrier = new MbarrierModel(1);
  for (let phase = 0; phase < completed; phase++) barrier.arrive(1);
  const passes = barrier.hasPassed(parity);
  const how =
    completed === 0
      ? 'nobody has arrived yet'
      : completed === 1
        ? 'one phase is complete'
        : `${completed} phases are complete`;
  const current = barrier.phase;
  return madeChoice({
    ask: `An mbarrier of one arrival; ${how}. What does a wait for parity ${parity} do?`,
    right: passes ? PASSES : WAITS,
    ideas: [
      [
        passes ? WAITS : PASSES,
        'parity-is-phase',
        passes
          ? `It does not wait for a phase to begin. The last phase of parity ${parity} is the one before phase ${current}, and that ${current === 0 ? 'counts as complete, even on a fresh barrier' : 'is complete'}.`
          : `Phase ${current} has parity ${parity} and is under way: the wait goes on until it is complete.`,
      ],
    ],
    because: `Phase ${current} is under way. A wait for parity ${current & 1} waits for it; one for parity ${1 - (current & 1)} asks for the phase before: that is complete, and the wait returns at once.`,
  });
}

/** 'What does the phase still lack?' of a barrier that was told of bytes. */
export function countQuestion(threads: number, bytes: number): ChoiceQuestion {
  const barrier = new MbarrierModel(1);
  barrier.expect(bytes);
  barrier.arrive(1);
  return madeChoice({
    ask: `One thread announces ${bytes} bytes and arrives (expect_tx). With which count was the barrier to be initialised?`,
    right: 1,
    ideas: [
      [bytes, 'count-is-bytes', 'Bytes have a counter of their own, which expect_tx raises and the copy lowers.'],
      [
        threads,
        'count-is-bytes',
        `Of the ${threads} threads only one arrives. With ${threads} the barrier would wait for the others for ever.`,
      ],
      [0, 'count-is-bytes', 'A phase needs an arrival: the announcement is one.'],
    ],
    because: `The count is of arrivals: one. After it the phase lacks ${barrier.missing}, and the copy brings them.`,
  });
}

/** 'After wait_group N: how many of the committed groups are complete for sure?' */
export function groupQuestion(committed: number, pending: number): ChoiceQuestion {
  const right = Math.max(0, committed - pending);
  return madeChoice({
    ask: `A warpgroup has committed ${committed} groups of wgmma and waits with wait_group ${pending}. How many are complete for sure?`,
    right,
    ideas: [
      [pending, 'wait-is-count', `${pending} is how many may still be under way, not how many are waited for.`],
      [committed, 'wait-is-count', 'Only wait_group 0 waits for all of them.'],
      [
        0,
        'wait-is-count',
        `At most ${pending} may be under way, and groups end in their order: the oldest ${right} are complete.`,
      ],
    ],
    because: `At most ${pending} may be under way after it: ${committed} − ${pending} = ${right}, the oldest ones. Groups of other warpgroups do not count.`,
  });
}

/** 'Threads have written a tile: what must stand before wgmma reads it?' The checkers of the emulator ask for the same. */
export const fenceQuestion = (): ChoiceQuestion =>
  madeChoice({
    ask: 'Threads store a tile into shared memory, and wgmma is to read it. What must stand in between?',
    right: 'A proxy fence of each thread, then a barrier',
    ideas: [
      [
        'wgmma.fence',
        'fence-is-memory',
        'It orders the registers of the accumulators and of A: before the first product, and after they were changed.',
      ],
      ['A barrier', 'store-is-seen', 'All have stored then, but wgmma reads by another way, and may come first.'],
      ['Nothing', 'store-is-seen', 'Neither is it known that all threads have stored, nor that wgmma sees it.'],
    ],
    because:
      'wgmma.fence orders registers; a proxy fence orders what threads wrote before it with the async proxy, by which wgmma reads.',
  });
