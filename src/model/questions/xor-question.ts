/** 'Where is column c of row r kept?', for the tile of 32 x 32 words whose columns are XORed with their row. */
import { BANKS } from '../../base/hardware.ts';
import { madeChoice } from './made-choice.ts';
import type { ChoiceQuestion } from './question.ts';

export function columnQuestion(row: number, column: number): ChoiceQuestion {
  const right = column ^ row;
  return madeChoice({
    ask: `At which place of row ${row} is column ${column} kept?`,
    right,
    ideas: [
      [column, 'swizzle-elements', 'Only row 0 stays as it is: there XOR with 0 changes nothing.'],
      [
        (column + row) % BANKS,
        'swizzle-elements',
        'That turns the row by adding. XOR compares bit by bit, without a carry.',
      ],
      [column | row, 'swizzle-elements', 'That is OR. XOR gives 0 where both bits are 1.'],
      [row, 'swizzle-elements', 'That forgets the column: then a whole row would be kept at one place.'],
    ],
    because: `${bits(column)} XOR ${bits(row)} = ${bits(right)}: ${column} XOR ${row} = ${right}.`,
  });
}

const bits = (n: number): string => n.toString(2).padStart(5, '0');
