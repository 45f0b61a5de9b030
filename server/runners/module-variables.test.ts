import { expect, it } from 'vitest';
import { moduleVariables } from './module-variables.ts';

const PTX = `.version 9.0
.target sm_90
.visible .const .align 4 .f32 weights[3];
.global .align 4 .u32 counter;
.weak .global .align 8 .b8 table[2][16] = {1, 2};
\t.const .b64 start = 5;
.extern .global .align 4 .b8 elsewhere[4];
.extern .shared .align 16 .b8 tile[];
.visible .entry kernel(.param .u64 p) {
  // .global .u32 comment;
  .shared .align 4 .b8 own[64];
  ld.global.u32 %r1, [%rd1];
}
`;

it('variables have the sizes that the PTX declares', () => {
  expect([...moduleVariables(PTX)]).toEqual([
    ['weights', 12],
    ['counter', 4],
    ['table', 32],
    ['start', 8],
  ]);
});
