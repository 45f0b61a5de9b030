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

/** A plan takes milliseconds, and a page asks for the launch, the prediction and the refusal of several variants at once. */
const KEPT_JOBS = 32;
const jobs = new Map<string, Job>();

/** The same value for the same parameters, as long as it is kept. */
export function jobOf(params: PermuteParams): Job {
  const key = JSON.stringify(params);
  const job = jobs.get(key) ?? newJob(params);
  jobs.delete(key);
  jobs.set(key, job);
  const [oldest] = jobs.keys();
  if (jobs.size > KEPT_JOBS) jobs.delete(oldest);
  return job;
}

function newJob(params: PermuteParams): Job {
  const request = requestOf(params);
  const plan = planPermutation(request);
  assert(plan.ok, plan.ok ? '' : plan.error.message);
  return { params, request, plan: plan.value, elements: product(request.shape) };
}

/** Computes a value of a job once. */
export function perJob<T>(compute: (job: Job) => T): (job: Job) => T {
  const known = new WeakMap<Job, T>();
  return job => {
    const value = known.get(job) ?? compute(job);
    known.set(job, value);
    return value;
  };
}
