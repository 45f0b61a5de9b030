/** Asks which of some pipelines ends first, and by how much. The answer comes from simulating each of them. */
import { count } from '../../base/numbers.ts';
import type { Belief } from './beliefs.ts';
import type { ChoiceQuestion } from './question.ts';

interface Played {
  readonly label: string;
  /** Cycles of the model until its end. */
  readonly clk: number;
}

/** Runs that end within this share of the first one count as equal. */
const EQUAL = 0.02;

interface FastestSpec {
  readonly ask: string;
  readonly runs: readonly Played[];
  /** The idea behind choosing another one than the fewest that suffice. */
  readonly belief: Belief;
  /** Why a run that ends later is slower. */
  readonly slower: string;
  /** Why a run that ends no earlier is not the answer. */
  readonly dearer: string;
}

/** 'Which is the first that is as fast as any?': runs in the order of what they cost. */
export function enoughQuestion({ ask, runs, belief, slower, dearer }: FastestSpec): ChoiceQuestion {
  const best = Math.min(...runs.map(({ clk }) => clk));
  const isFast = ({ clk }: Played): boolean => clk <= best * (1 + EQUAL);
  const right = runs.find(isFast);
  const told = runs.map(({ label, clk }) => `${label} ${count(Math.round(clk))}`).join(', ');
  return {
    kind: 'choice',
    ask,
    choices: runs.map(run =>
      run === right
        ? { label: run.label, belief: null, why: '' }
        : {
            label: run.label,
            belief,
            why: `It ends after ${count(Math.round(run.clk))} cycles. ${isFast(run) ? dearer : slower}`,
          },
    ),
    because: `Cycles of the model: ${told}.`,
  };
}
