/** A swizzled tile: what the copy engine's modes do to shared memory, the same by hand, and what reads then cost. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { buildSpec, launchOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { referenceOf } from './reference.ts';
import { refusalOf, shortfallOf } from './tile.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'swizzle',
  title: 'A swizzled tile, by the copy engine and by hand',
  lede: 'A tensor copy puts each 16-byte chunk where its mode says. The same XOR by hand finds it again, and columns and matrices come out of other banks.',
  variants,
  fields,
  schema,
  cases,
  archs,
  refusal: refusalOf,
  shortfall: shortfallOf,
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: () => 0,
  predict,
  reference: referenceOf,
});
