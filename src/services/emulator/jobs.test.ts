import { expect, test } from 'vitest';
import { runCta } from './jobs.ts';

/** Of core instructions alone, so that what judges doubts does not come with the module. */
const ptx = (body: string): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<4>; .reg .b64 %q<4>; .shared .align 4 .b8 words[4];
  ld.param.u64 %q1, [out]; cvta.to.global.u64 %q2, %q1;
  ${body}
  ret;
}`;

const faultsOf = async (body: string): Promise<string[]> => {
  const run = await runCta({
    ptx: ptx(body),
    launch: {
      grid: [1, 1, 1],
      block: [1, 1, 1],
      buffers: [{ name: 'out', type: 'u32', length: 1, init: { kind: 'zeros' } }],
      params: [{ kind: 'pointer', buffer: 'out' }],
    },
    cta: 0,
    sharedBaseBytes: 0,
  });
  return run.ok ? run.value.faults.map(({ kind }) => kind) : [run.error.message];
};

/** A run that asks nobody lets registers pass, and calls every such read of memory a fault. */
test.each([
  ['a word of memory that nobody uses', 'ld.shared.u32 %r1, [words];', []],
  ['one that is stored', 'ld.shared.u32 %r1, [words]; st.global.u32 [%q2], %r1;', ['uninitialisedRead']],
  ['a register that nobody uses', 'add.s32 %r1, %r2, 1;', []],
  ['one that is stored', 'st.global.u32 [%q2], %r2;', ['uninitialisedRegister']],
])('%s is judged in a page, too', async (_, body, faults) => {
  expect(await faultsOf(body)).toEqual(faults);
});
