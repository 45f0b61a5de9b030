/** What one set of parameters asks for, with its plan: what every mover starts from. */
import { assert } from '../../base/assert.ts';
import { type PermutationRequest, product } from '../../model/permute/permutation.ts';
import { type Plan, planPermutation } from '../../model/permute/plan.ts';
import { type PermuteParams, requestOf } from './params.ts';

export interface Job {
  readonly params: PermuteParams;
  readonly request: PermutationRequest;
  readonly plan: Plan;
  /** Of the whole tensor. */
  readonly elements: number;
}

/** A page asks for launch, prediction and refusal of several variants at once, and goes back and forth. */
const KEPT = 32;

/** Computes a value once for equal keys, as long as it is among the last ones asked for. */
function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<string, V>();
  return key => {
    const text = JSON.stringify(key);
    const value = known.get(text) ?? compute(key);
    known.delete(text);
    known.set(text, value);
    const [oldest] = known.keys();
    if (known.size > KEPT) known.delete(oldest);
    return value;
  };
}

/** A plan takes milliseconds, and many parameters do not change it. */
const planOf = remembered((request: PermutationRequest): Plan => {
  const plan = planPermutation(request);
  assert(plan.ok, plan.ok ? '' : plan.error.message);
  return plan.value;
});

/** The same value for the same parameters, as long as it is kept. */
export const jobOf = remembered((params: PermuteParams): Job => {
  const request = requestOf(params);
  return { params, request, plan: planOf(request), elements: product(request.shape) };
});

/** Computes a value of a job once. */
export function perJob<T>(compute: (job: Job) => T): (job: Job) => T {
  const known = new WeakMap<Job, { readonly value: T }>();
  return job => {
    const kept = known.get(job) ?? { value: compute(job) };
    known.set(job, kept);
    return kept.value;
  };
}
