/** `permute.plan`: how a tensor permutation moves through shared memory; or, far faster, what moves it fastest. */
import { ok } from '../../src/base/result.ts';
import { MOST_COUNTED } from '../../src/kernels/permute/index.ts';
import { jobOf } from '../../src/kernels/permute/job.ts';
import { fastestMove } from '../../src/kernels/permute/move-times.ts';
import { movers } from '../../src/kernels/permute/movers.ts';
import { schema } from '../../src/kernels/permute/params.ts';
import { checkedRequest, type PermutationRequest } from '../../src/model/permute/permutation.ts';
import { planPermutation } from '../../src/model/permute/plan.ts';
import { planJson } from '../../src/model/permute/plan-json.ts';
import { type Op, type OpAnswer, oneOf, refused, wrongField } from './op.ts';
import { permutationOf } from './permute-request.ts';

export const permutePlan: Op = {
  name: 'permute.plan',
  keys: ['shape', 'perm', 'elementBytes', 'sharedBytes', 'only'],
  answer(request): OpAnswer {
    const permutation = permutationOf(request);
    if (!permutation.ok) return permutation;
    const { sharedBytes, only } = request;
    if (only !== undefined) {
      const chosen = oneOf(request, 'only', ['chosen']);
      if (!chosen.ok) return chosen;
      return sharedBytes === undefined
        ? chosenAlone(permutation.value)
        : wrongField('sharedBytes', sharedBytes, "nothing beside 'only'");
    }
    if (sharedBytes !== undefined && typeof sharedBytes !== 'number')
      return wrongField('sharedBytes', sharedBytes, 'a number of bytes');
    const plan = planPermutation({ ...permutation.value, ...(sharedBytes === undefined ? {} : { sharedBytes }) });
    return plan.ok ? ok(planJson(plan.value)) : plan;
  },
};

/** The variant that is predicted to be fastest, with its launch. No layout is searched. */
function chosenAlone(request: PermutationRequest): OpAnswer {
  const checked = checkedRequest(request);
  if (!checked.ok) return checked;
  const { shape, perm, elementBytes } = request;
  const job = jobOf(schema.parse({ shape: shape.join(), perm: perm.join(), elementBytes }));
  if (job.elements > MOST_COUNTED)
    return refused('tooLarge', 'shape', `shape: expected at most 2^31 elements to move, got ${job.elements}`);
  const { variant, time } = fastestMove(job);
  const { grid, block, dynamicSharedBytes = 0 } = movers[variant].launch(job);
  const launch = { grid: grid[0], block: block[0], dynamicSharedBytes };
  const [{ words }] = time.bounds;
  return ok({ canonical: job.canonical, chosen: variant, why: words, copies: time.factor, launch });
}
