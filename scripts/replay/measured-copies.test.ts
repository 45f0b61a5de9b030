/** How many answers of a GPU the page says to agree with the model, counted. */
import { expect, test } from 'vitest';
import { ASKED } from '../../src/pages/tensor-map/source-words.ts';
import { tmaEvidence } from './evidence.ts';
import { tmaCases } from './tma/job.ts';
import { outcomeOf, predictedAnswer } from './tma/outcome.ts';

test('copies and maps, and those that are as the model says', () => {
  const { outcomes } = tmaEvidence();
  const agreeing = tmaCases().filter(one => outcomes[one.id] === outcomeOf(predictedAnswer(one)));
  expect(ASKED).toEqual({ copiesAndMaps: Object.keys(outcomes).length, agreeing: agreeing.length });
});
