/** 'Which lane holds this element?', answered by the table of a tensor-core instruction. */
import { type Fragment, holdersOf } from '../layout-steps/fragments.ts';
import { madeChoice } from './made-choice.ts';
import type { ChoiceQuestion } from './question.ts';

export function holderQuestion(fragment: Fragment, row: number, column: number): ChoiceQuestion {
  const { name, part, columns } = fragment;
  const [holder] = holdersOf(fragment)[row * columns + column];
  const right = holder.thread;
  return madeChoice({
    ask: `${name}: which lane holds ${part}[${row}][${column}]?`,
    right,
    ideas: [
      [row, 'lane-is-row', 'A row is shared by four neighbouring lanes, each with two columns side by side.'],
      [
        (row * columns + column) % 32,
        'lane-is-row',
        'Elements are not dealt out one by one: a lane holds pairs of columns.',
      ],
      [column, 'lane-is-row', 'The column alone does not say it: the row chooses the group of four lanes.'],
      [(row % 8) * 4 + (column % 4), 'lane-is-row', 'Nearly: two neighbouring columns belong to one lane.'],
    ],
    because: `Lane ${right} holds it as its value ${holder.value}: the row, mod 8, chooses the group of four lanes, half the column the lane in it.`,
  });
}
