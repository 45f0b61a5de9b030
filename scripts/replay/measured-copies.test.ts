/** Counts the answers of a GPU that agree with the model, and compares with the numbers on the page. */
import { expect, test } from 'vitest';
import { kernel } from '../../src/kernels/tensor-copy/index.ts';
import { schema } from '../../src/kernels/tensor-copy/params.ts';
import { AGREEING } from '../../src/pages/tensor-map/source-words.ts';
import { FAULTED } from './bulk/job.ts';
import { bulkEvidence, kernelEvidence, tmaEvidence } from './evidence.ts';
import { tmaCases } from './tma/job.ts';
import { outcomeOf, predictedAnswer } from './tma/outcome.ts';

type Direction = keyof typeof AGREEING;

/** Number of cases of the compiled kernel: its results are compared with the emulator's, and these with the model's. */
const ofKernel = (direction: Direction, rank: number): number =>
  kernel.cases.filter(({ id, params }) => {
    const p = schema.parse(params);
    return p.direction === direction && p.rank === rank && `tensor-copy in-order ${id}` in kernelEvidence().outputs;
  }).length;

const byRank = (count: (rank: number) => number) =>
  Object.fromEntries([1, 2, 3, 4, 5].map(rank => [rank, count(rank)]));

test('loads that are as the model says', () => {
  const { outcomes } = tmaEvidence();
  const agreeing = tmaCases().filter(
    one => outcomes[one.id].startsWith('ok ') && outcomes[one.id] === outcomeOf(predictedAnswer(one)),
  );
  const asked = (rank: number): number => agreeing.filter(({ map }) => map.dims.length === rank).length;
  expect(AGREEING.load).toEqual(byRank(rank => asked(rank) + ofKernel('load', rank)));
});

test('stores, which model and emulator make as the GPU did', () => {
  const { outcomes } = bulkEvidence();
  const stores = Object.keys(outcomes).filter(id => id.startsWith('store of ') && outcomes[id] !== FAULTED);
  expect(AGREEING.store).toEqual(byRank(rank => (rank === 2 ? stores.length : 0) + ofKernel('store', rank)));
});
