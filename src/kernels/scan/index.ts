/** The prefix sum of a section: doubling against a tree, and what padding does for the tree's strides. */
import { defineKernel } from '../kernel.ts';
import { archs, shortfallOf } from './archs.ts';
import { cases } from './cases.ts';
import { ELEMENT_BYTES } from './geometry.ts';
import { buildSpec, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'scan',
  title: 'A prefix sum, by doubling and by a tree',
  lede: 'Each element becomes the sum of those before it in its section. Doubling adds much without a conflict; a tree adds little, and its strides collide.',
  variants,
  fields,
  schema,
  cases,
  archs,
  shortfall: shortfallOf,
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: () => 0,
  work: p => ({ kind: 'bytes', amount: 2 * p.elements * ELEMENT_BYTES }),
  predict,
  reference: referenceOf,
});
