/** The request of one set of parameters, with its plan: every mover starts from it. */
import { assert } from '../../base/assert.ts';
import { remembered } from '../../base/remembered.ts';
import { canonicalForm } from '../../model/permute/canonical.ts';
import { type Permutation, type PermutationRequest, product } from '../../model/permute/permutation.ts';
import { type Plan, planPermutation } from '../../model/permute/plan.ts';
import { type PermuteParams, requestOf } from './params.ts';

export interface PermuteJob {
  readonly params: PermuteParams;
  readonly request: PermutationRequest;
  readonly canonical: Permutation;
  /** Made when it is first asked for: movers without a layout need none. */
  readonly plan: Plan;
  /** Elements of the whole tensor. */
  readonly elements: number;
}

/** A page asks for launch, prediction and refusal of several variants at once, and goes back and forth. */
const KEPT = 32;

/** A plan takes milliseconds, and many parameters do not change it. */
const planOf = remembered(KEPT, (request: PermutationRequest): Plan => {
  const plan = planPermutation(request);
  assert(plan.ok, plan.ok ? '' : plan.error.message);
  return plan.value;
});

/** The same value for the same parameters, as long as it is kept. */
export const jobOf = remembered(KEPT, (params: PermuteParams): PermuteJob => {
  const request = requestOf(params);
  const { shape, perm } = request;
  let plan: Plan | null = null;
  return {
    ...{ params, request, canonical: canonicalForm({ shape, perm }), elements: product(shape) },
    get plan() {
      plan ??= planOf(request);
      return plan;
    },
  };
});

/** Computes a value of a job once. */
export function perJob<T>(compute: (job: PermuteJob) => T): (job: PermuteJob) => T {
  const known = new WeakMap<PermuteJob, { readonly value: T }>();
  return job => {
    const kept = known.get(job) ?? { value: compute(job) };
    known.set(job, kept);
    return kept.value;
  };
}

/** The same for a value as large as the tensor: forgotten with the next job. */
export function perLatestJob<T>(compute: (job: PermuteJob) => T): (job: PermuteJob) => T {
  let latest: { readonly job: PermuteJob; readonly value: T } | null = null;
  return job => {
    if (latest?.job !== job) latest = { job, value: compute(job) };
    return latest.value;
  };
}
