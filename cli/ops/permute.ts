/** `permute.plan`: how a tensor permutation moves through shared memory. */
import { ok } from '../../src/base/result.ts';
import { planPermutation } from '../../src/model/permute/plan.ts';
import { planJson } from '../../src/model/permute/plan-json.ts';
import { type Op, type OpAnswer, wrongField } from './op.ts';
import { permutationOf } from './permute-request.ts';

export const permutePlan: Op = {
  name: 'permute.plan',
  keys: ['shape', 'perm', 'elementBytes', 'sharedBytes'],
  answer(request): OpAnswer {
    const permutation = permutationOf(request);
    if (!permutation.ok) return permutation;
    const { sharedBytes } = request;
    if (sharedBytes !== undefined && typeof sharedBytes !== 'number')
      return wrongField('sharedBytes', sharedBytes, 'a number of bytes');
    const plan = planPermutation({ ...permutation.value, ...(sharedBytes === undefined ? {} : { sharedBytes }) });
    return plan.ok ? ok(planJson(plan.value)) : plan;
  },
};
