/** Any permutation of a tensor's dimensions: what a block costs on its way through shared memory, and ways around it. */
import { defineKernel } from '../kernel.ts';
import { archs, shortfallOf } from './archs.ts';
import { cases } from './cases.ts';
import { jobOf, type PermuteJob } from './job.ts';
import { lists } from './lists.ts';
import { movers } from './movers.ts';
import { fields, schema } from './params.ts';
import { referenceOf } from './tensors.ts';
import { variants } from './variants.ts';

/** The kernels here count elements in 32 bits; what a plan is exported as counts in 64 where it must. */
export const MOST_COUNTED = 2 ** 31;

const tooManyElements = ({ elements }: PermuteJob): string | null =>
  elements <= MOST_COUNTED
    ? null
    : 'The kernels of this page count at most 2^31 elements. The plan holds for more: its exported kernel has 64-bit offsets.';

export const kernel = defineKernel({
  id: 'permute',
  title: 'Tensor permutation: plan, pad, prove any shape and any order',
  lede: 'A block is read along the runs of the input and written along those of the output. Pads decide who meets in a bank.',
  variants,
  fields,
  schema,
  cases,
  lists,
  archs,
  refusal: (variant, p) => tooManyElements(jobOf(p)) ?? movers[variant].refusal(jobOf(p)),
  shortfall: (variant, _, arch) => shortfallOf(variant, arch),
  build: (variant, p) => movers[variant].build(jobOf(p)),
  launch: (variant, p) => movers[variant].launch(jobOf(p)),
  sharedBaseBytes: p => p.base,
  work: p => {
    const { elements, request } = jobOf(p);
    return { kind: 'bytes', amount: 2 * elements * request.elementBytes };
  },
  predict: (variant, p, cta) => movers[variant].predict(jobOf(p), cta),
  reference: (_, p) => referenceOf(jobOf(p)),
});
