/** GCC's OpenMP: outside of `simd` loops the lanes of a warp do the same, as one thread, and nothing orders them. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

/** What GCC's kernels begin with; then a stack pointer in shared memory that all lanes of a warp move alike. */
const begin = (word: string): string => `.reg .b32 %slot; mov.u32 %slot, ${word}; st.shared.u32 [%slot], 0;`;
const module =
  '.shared .align 4 .b32 __nvptx_uni[32]; .shared .align 4 .b32 other[32]; .shared .align 4 .b32 stack[32];';
const move = 'ld.shared.u32 %r1, [stack]; add.u32 %r1, %r1, 8; st.shared.u32 [stack], %r1;';
const set = 'st.shared.u32 [stack], 64;';

test('lanes that move their stack pointer alike do not race, and the result says that it was not looked for', () => {
  const result = runAssembly({ module, body: `${begin('__nvptx_uni')} ${set} ${move}` });
  expect(result).toMatchObject({ ok: true, faults: [], hazards: [] });
  expect(result.unchecked).toContain('lanes of a warp to run in step');
});

test('in code of others they do', () => {
  const result = runAssembly({ module, body: `${begin('other')} ${set} ${move}` });
  expect(result.faults).toMatchObject([{ kind: 'race', between: 'lanes' }]);
  expect(result.unchecked).toBe('');
});

test('two warps race all the same, and so do stores of one instruction', () => {
  const body = `${begin('__nvptx_uni')} ${set} bar.sync 0;`;
  const [warps] = runAssembly({ module, body: `${body} ${move}`, threads: 64 }).faults;
  expect(warps).toMatchObject({ kind: 'race', between: 'warps' });
  const [lanes] = runAssembly({ module, body: `${body} st.shared.u32 [stack], %tid;` }).faults;
  expect(lanes).toMatchObject({ kind: 'race', between: 'lanes' });
});
