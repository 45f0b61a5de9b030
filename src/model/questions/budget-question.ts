/** 'How long do the exponentials take beside the products?', by the throughputs of the machine and published tiles. */
import { count } from '../../base/numbers.ts';
import { attentionTile } from '../pipeline/presets/attention-tiles.ts';
import { madeChoice } from './made-choice.ts';
import type { ChoiceQuestion } from './question.ts';

const HEADS = [64, 128, 256];

const shareOf = (headDim: number, isFp8: boolean): number => {
  const { expClk, productClk } = attentionTile(headDim, isFp8);
  return Math.round((100 * expClk) / productClk);
};

const words = (share: number): string => `${share} %`;

/** `headDim`: 64, 128 or 256. */
export function budgetQuestion(headDim: number, isFp8: boolean): ChoiceQuestion {
  const { expClk, productClk } = attentionTile(headDim, isFp8);
  return madeChoice({
    ask: `Attention, heads of ${headDim}, ${isFp8 ? '8-bit floats' : 'bf16'}. How long do the exponentials take, in per cent of the time of both products?`,
    right: words(shareOf(headDim, isFp8)),
    ideas: [
      [
        words(0),
        'products-bound',
        'Exponentials have a unit of their own, and a slow one: 16 a clock, beside thousands of multiplications.',
      ],
      ...HEADS.map(
        other =>
          [
            words(shareOf(other, isFp8)),
            'products-bound' as const,
            `That is so for heads of ${other}. A score costs one exponential, whatever the head; its products grow with the head.`,
          ] as const,
      ),
      [
        words(shareOf(headDim, !isFp8)),
        'products-bound',
        `That is so for ${isFp8 ? 'bf16' : '8-bit floats'}: products take ${isFp8 ? 'twice' : 'half'} as long there, exponentials as long as here.`,
      ],
    ],
    because: `A block of one warpgroup: ${count(Math.round(productClk))} cycles of products, ${count(Math.round(expClk))} of exponentials.`,
  });
}
