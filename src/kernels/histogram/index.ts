/** Counting with atomics: who meets in which word and bank, and three ways to meet less often. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { buildSpec, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'histogram',
  title: 'A histogram with atomics',
  lede: 'Each element adds 1 to the count of its bin. Lanes that want one bank at the same time take turns, even for the same word.',
  variants,
  fields,
  schema,
  cases,
  archs,
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'bytes', amount: p.elements * WORD_BYTES }),
  predict,
  reference: (_, p) => referenceOf(p),
});
