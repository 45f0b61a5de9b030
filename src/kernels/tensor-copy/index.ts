/** A box of a tensor in up to five dimensions, loaded and stored by the copy engine. */

import { ENGINE_ARCHS, engineShortfall } from '../../model/tma/engine-archs.ts';
import { defineKernel } from '../kernel.ts';
import { boxCopyOf, refusalOf } from './box.ts';
import { cases } from './cases.ts';
import { buildSpec, launchOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { referenceOf } from './reference.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'tensor-copy',
  title: 'A box of a tensor, by the copy engine',
  lede: 'One instruction loads or stores a box in up to five dimensions: row by row, each chunk where the swizzle mode says, nothing beyond the edges.',
  variants,
  fields,
  schema,
  cases,
  archs: ENGINE_ARCHS,
  refusal: refusalOf,
  shortfall: (_, p, arch) => engineShortfall(p.mode, arch),
  build: buildSpec,
  launch: (_, p) => launchOf(boxCopyOf(p)),
  sharedBaseBytes: () => 0,
  predict,
  reference: referenceOf,
});
