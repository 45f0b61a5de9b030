/** The matrix transpose: what a bank conflict is, ways to be rid of it, and what is slow without one. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { buildSpec, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema, tooLarge } from './params.ts';
import { buildRefusalOf, refusalOf } from './refusal.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'transpose',
  title: 'Bank conflicts in a matrix transpose',
  lede: 'A warp stores a row of the tile and loads a column. Where the column lies decides how often the banks are asked.',
  variants,
  fields,
  schema,
  cases,
  archs,
  refusal: refusalOf,
  shortfall: buildRefusalOf,
  tooLarge,
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: p => p.base,
  work: p => ({ kind: 'bytes', amount: 2 * p.rows * p.columns * p.elementBytes }),
  predict,
  reference: (_, p) => referenceOf(p),
});
