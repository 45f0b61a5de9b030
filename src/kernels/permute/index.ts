/** Any permutation of a tensor's dimensions: what a block costs on its way through shared memory, and ways around it. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { jobOf } from './job.ts';
import { lists } from './lists.ts';
import { movers } from './movers.ts';
import { fields, schema } from './params.ts';
import { referenceOf } from './tensors.ts';
import { variants } from './variants.ts';

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
  refusal: (variant, p) => movers[variant].refusal(jobOf(p)),
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
