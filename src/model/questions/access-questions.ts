/** Questions about one shared access, made and answered by the bank model. */
import { BANKS, LANES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';
import type { BankCost } from '../banks/bank-model.ts';
import { type AccessFacts, accessFacts, becauseOf, sharedFactor } from './access-facts.ts';
import type { Belief } from './beliefs.ts';
import type { Choice, ChoiceQuestion, PickQuestion } from './question.ts';

/** Number that somebody with a mistaken idea would count, and why that is wrong. */
interface WrongCount {
  readonly belief: Belief;
  readonly count: number;
  readonly why: string;
}

/** 'How many passes does it take?' */
export function wavefrontQuestion(access: Access, cost: BankCost): ChoiceQuestion {
  const right = cost.wavefronts;
  const wrong = new Map<number, WrongCount>();
  for (const each of wrongCounts(access, cost))
    if (each.count !== right && each.count > 0 && !wrong.has(each.count)) wrong.set(each.count, each);
  const counts = [right, ...wrong.keys()].sort((a, b) => a - b);
  return {
    kind: 'choice',
    ask: 'How many wavefronts does it take?',
    choices: counts.map((count): Choice => {
      const mistake = wrong.get(count);
      return { label: `${count}`, belief: mistake?.belief ?? null, why: mistake?.why ?? '' };
    }),
    because: becauseOf(access, cost),
  };
}

/** Wrong counts by priority: if several ideas give the same number, the first one keeps it. */
function wrongCounts(access: Access, cost: BankCost): WrongCount[] {
  const facts = accessFacts(access, cost);
  const { lanes, worst, banksHit, phases } = facts;
  const lone = lanes.length === 1;
  return [
    ...strideCounts(facts),
    { belief: 'always-together', count: 1, why: togetherWhy(access, facts) },
    {
      belief: 'same-bank',
      count: Math.max(...lanesPerBank(cost)),
      why: 'That counts lanes of a bank, not words. Lanes that want the same word share it: the bank hands it out once.',
    },
    {
      belief: 'lane-by-lane',
      count: lone ? 2 : lanes.length,
      why: lone
        ? 'Only one lane asks; idle lanes cost nothing.'
        : `That would be one lane at a time. Here the busiest bank has ${worst.ways} of the words: the other banks work in the same pass.`,
    },
    ...widthCounts(access, facts),
    {
      belief: 'banks-are-passes',
      count: banksHit.length,
      why: `${banksHit.length} banks are hit, and they all work at once. The busiest one sets the number of passes, ${worst.ways} in its group.`,
    },
    ...(phases.length === 1 ? otherFactors(facts) : []),
  ];
}

function togetherWhy({ widthBytes }: Access, { phases, worst, stride }: AccessFacts): string {
  if (phases.length > 1)
    return `One pass carries 32 words of 4 bytes. Here the lanes ask for more than that, so even the best order takes ${phases.length} passes (${widthBytes} bytes a lane).`;
  const end = `they come back to bank ${worst.bank} and want another word of it.`;
  if (stride === BANKS)
    return `Each lane meets another bank only if the steps lead through the banks. Here each step goes once round all 32: ${end}`;
  return `32 banks serve 32 lanes at once only if each lane meets another bank. Here ${worst.ways} lanes meet: ${end}`;
}

const lanesPerBank = ({ hits }: BankCost): number[] => {
  const lanes = new Array<number>(BANKS).fill(0);
  for (const { bank } of hits) lanes[bank]++;
  return lanes;
};

/** The mistakes that a regular step invites. */
function strideCounts({ stride, phases }: AccessFacts): WrongCount[] {
  if (stride === null || phases.length > 1 || stride > BANKS) return [];
  const shared = sharedFactor(stride);
  return [
    {
      belief: 'stride-is-ways',
      count: stride,
      why: `${stride} is the step, not the number of lanes that meet. What counts is the factor that it shares with 32: gcd(${stride}, 32) = ${shared}.`,
    },
  ];
}

/** Powers of two that this step does not share with the banks. */
function otherFactors({ stride, worst }: AccessFacts): WrongCount[] {
  const shared = stride === null ? null : sharedFactor(stride);
  return [2, 4, 8, 16, 32].map(count => ({
    belief: 'other-stride',
    count,
    why:
      shared === null
        ? `That would need ${count} words of one bank; the busiest bank here, ${worst.bank}, has ${worst.ways}.`
        : `That would need a step that shares the factor ${count} with 32; gcd(${stride}, 32) = ${shared}.`,
  }));
}

/** The mistakes that more than 4 bytes a lane invite. */
function widthCounts({ kind, widthBytes }: Access, { phases, worst }: AccessFacts): WrongCount[] {
  if (phases.length === 1) return [];
  const group = worst.phase.lanes.length;
  const width = kind === 'ldmatrix' || kind === 'stmatrix' ? 16 : widthBytes;
  const why = `That counts bytes or words of lanes one after the other. ${group} lanes are served together, as many as fill the 32 banks.`;
  return [
    { belief: 'bytes-are-passes', count: width, why },
    { belief: 'bytes-are-passes', count: group * (width / WORD_BYTES), why },
  ];
}

/** 'Which lanes want a word of the same bank as lane n?' Lanes of its phase alone: others come at another time. */
export function laneQuestion(access: Access, cost: BankCost, lane: number): PickQuestion {
  const facts = accessFacts(access, cost);
  const own = cost.hits.find(hit => hit.lane === lane);
  if (own === undefined) throw new Error(`lane ${lane} asks for nothing`);
  const together = cost.hits.filter(({ phase }) => phase === own.phase);
  const answer = sorted(together.filter(({ bank }) => bank === own.bank).map(hit => hit.lane));
  const words = new Set(together.filter(({ bank }) => bank === own.bank).map(hit => hit.wordAddress)).size;
  const neighbours = facts.lanes.filter(each => Math.abs(each - lane) <= 1);
  const mistakes = [
    {
      picked: [lane],
      belief: 'always-together' as const,
      why: `Lane ${lane} is not alone: ${answer.length - 1} more ask bank ${own.bank} at the same time.`,
    },
    {
      picked: facts.lanes,
      belief: 'lane-by-lane' as const,
      why: `Not all of them: only addresses that leave the remainder ${own.bank} when their word is divided by 32.`,
    },
    {
      picked: neighbours,
      belief: 'neighbours' as const,
      why: 'Neighbouring lanes meet only where their words are a multiple of 32 apart.',
    },
  ];
  return {
    kind: 'pick',
    ask: `Which lanes want a word of the same bank as lane ${lane}? Lane ${lane} counts, too.`,
    unit: 'lane',
    answer,
    mistakes: differing(mistakes, answer),
    because: `Lane ${lane} wants word ${own.wordAddress}: ${own.wordAddress} mod 32 = bank ${own.bank}. ${
      words === 1 ? 'All who ask this bank want that one word' : `${words} different words of it are wanted`
    }, so it takes ${words === 1 ? '1 pass' : `${words} passes`}.`,
  };
}

/** 'Which banks are asked?' */
export function bankQuestion(access: Access, cost: BankCost): PickQuestion {
  const { banksHit, lanes, stride, phases } = accessFacts(access, cost);
  const mistakes = [
    {
      picked: Array.from({ length: BANKS }, (_, bank) => bank),
      belief: 'always-together' as const,
      why: '32 lanes do not always reach 32 banks: bank = word mod 32, and some words leave the same remainder.',
    },
    {
      picked: [banksHit[0]],
      belief: 'lane-by-lane' as const,
      why: 'More than one bank is asked: try lane 1, then lane 2.',
    },
  ];
  return {
    kind: 'pick',
    ask: 'Which banks are asked?',
    unit: 'bank',
    answer: banksHit,
    mistakes: differing(mistakes, banksHit),
    because:
      stride === null || lanes.length < LANES || phases.length > 1
        ? `bank = word mod 32: ${banksHit.length} of the 32 banks are asked.`
        : `Steps of ${stride} words and 32 banks share the factor ${sharedFactor(stride)}: 32 / ${sharedFactor(stride)} = ${BANKS / sharedFactor(stride)} banks are on the way.`,
  };
}

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

const differing = (mistakes: PickQuestion['mistakes'], answer: readonly number[]): PickQuestion['mistakes'] =>
  mistakes.filter(({ picked }, i) => {
    const key = picked.join();
    return key !== answer.join() && mistakes.findIndex(each => each.picked.join() === key) === i;
  });
