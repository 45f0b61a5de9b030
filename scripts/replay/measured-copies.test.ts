/** How many answers of a GPU the page says to agree with the model, counted. */
import { expect, test } from 'vitest';
import { AGREEING } from '../../src/pages/tensor-map/source-words.ts';
import { FAULTED } from './bulk/job.ts';
import { bulkEvidence, tmaEvidence } from './evidence.ts';
import { tmaCases } from './tma/job.ts';
import { outcomeOf, predictedAnswer } from './tma/outcome.ts';

test('loads that are as the model says, by rank', () => {
  const { outcomes } = tmaEvidence();
  const agreeing = tmaCases().filter(
    one => outcomes[one.id].startsWith('ok ') && outcomes[one.id] === outcomeOf(predictedAnswer(one)),
  );
  const loads = [1, 2, 3, 4, 5].map(rank => [rank, agreeing.filter(({ map }) => map.dims.length === rank).length]);
  expect(AGREEING.loads).toEqual(Object.fromEntries(loads));
});

test('stores, which the emulator makes as the GPU did', () => {
  const { outcomes } = bulkEvidence();
  const stores = Object.keys(outcomes).filter(id => id.startsWith('store of ') && outcomes[id] !== FAULTED);
  expect(AGREEING.stores).toBe(stores.length);
});
