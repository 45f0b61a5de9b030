/** The parallel sum in eight steps: divergence, bank conflicts, idle threads, barriers, and how each is got rid of. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { ELEMENT_BYTES } from './geometry.ts';
import { buildSpec, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'reduction',
  title: 'A parallel sum in eight steps',
  lede: 'A CTA adds its share of an array through shared memory. Who adds which two sums decides how full warps are and how often the banks are asked.',
  variants,
  fields,
  schema,
  cases,
  archs,
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'bytes', amount: p.elements * ELEMENT_BYTES }),
  predict,
  reference: referenceOf,
});
