/** A bank probe: any table of 32 addresses, loaded or stored in a timed loop. */
import { defineKernel } from '../kernel.ts';
import { archs } from './archs.ts';
import { cases } from './cases.ts';
import { refusalOf, shortfallOf } from './job.ts';
import { buildSpec, launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema } from './params.ts';
import { variants } from './variants.ts';

export const kernel = defineKernel({
  id: 'probe',
  title: 'A bank probe: 32 addresses of your own',
  lede: 'A warp loads or stores at any table of addresses, again and again, and looks at the clock. What the banks make of it is drawn and timed.',
  variants,
  fields,
  schema,
  cases,
  archs,
  refusal: refusalOf,
  shortfall: (variant, _, arch) => shortfallOf(variant, arch),
  build: buildSpec,
  launch: launchOf,
  sharedBaseBytes: () => 0,
  predict,
  reference: referenceOf,
});
