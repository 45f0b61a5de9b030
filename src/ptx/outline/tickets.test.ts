/** Kernels whose CTAs draw the numbers of their tiles are guessed as those that have them from `%ctaid`. */
import { expect, test } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';
import { ticketVariables } from './tickets.ts';

/** `if (i < n) out[i] = i` with i = 64 * ticket + t. */
const kernel = (keep: string, also = ''): string => `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 counter, .param .u32 n) {
  .reg .b64 %x<9>; .reg .b32 %r<9>; .reg .pred %p<3>;
  .shared .align 4 .b32 ticket;
  ld.param.u64 %x1, [out]; ld.param.u64 %x2, [counter]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; ${also}
  setp.ne.u32 %p1, %r2, 0; @%p1 bra ALL; atom.global.add.u32 %r3, [%x2], 1; ${keep}
ALL: bar.sync 0; ld.shared.u32 %r4, [ticket]; shl.b32 %r5, %r4, 6; add.u32 %r6, %r5, %r2;
  setp.ge.u32 %p2, %r6, %r1; @%p2 bra END; mul.wide.u32 %x3, %r6, 4; add.s64 %x4, %x1, %x3; st.global.u32 [%x4], %r6;
END: ret;
}
`;

function outlined(source: string) {
  const module = parseModule(source);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  return { tickets: [...ticketVariables(module.value.functions)], ...guessLaunch(outline, outline.entries[0]).launch };
}

test('a number that a thread draws and all read says which tile is theirs', () => {
  const { tickets, grid, block, buffers, params } = outlined(kernel('st.shared.u32 [ticket], %r3;'));
  expect({ tickets, grid, block }).toEqual({ tickets: ['ticket'], grid: [16, 1, 1], block: [64, 1, 1] });
  expect(buffers.map(({ length }) => length)).toEqual([1000, 1]);
  expect(params[2]).toMatchObject({ value: 1000 });
});

test('none is drawn where the number is not kept for all, or where CTAs have one', () => {
  expect(outlined(kernel('st.shared.u32 [ticket], %r2;')).tickets).toEqual([]);
  expect(outlined(kernel('st.shared.u32 [ticket], %r3;', 'mov.u32 %r7, %ctaid.x;')).tickets).toEqual([]);
});
