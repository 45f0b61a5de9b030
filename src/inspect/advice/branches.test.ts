/** A barrier for two accesses that a compiler has put into the two branches of one condition. */
import { expect, test } from 'vitest';
import { emulate } from '../../ptx/index.ts';
import { assemble } from '../../ptx/isa/assembly.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import type { Launch } from '../../trace/launch.ts';
import { AdviceTrials } from './trials.ts';
import { adviceWords } from './words.ts';

const LAUNCH: Launch = {
  entry: 'k',
  grid: [1, 1, 1],
  block: [64, 1, 1],
  buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

/** Line 3 stores a maximum in the first thread, which knows it then; line 4 loads it in all others. */
const PUBLISH = `
mov.u64 %x3, tile; setp.eq.u32 %p1, %tid, 0;
.loc 1 1 1
@%p1 st.shared.u32 [%x3], 5; bar.sync 0;
.loc 1 2 1
@%p1 bra FIRST;
.loc 1 4 1
ld.shared.u32 %r2, [%x3];
bra JOIN;
FIRST:
.loc 1 3 1
mov.u32 %r2, 7; st.shared.u32 [%x3], 7;
JOIN:
.loc 1 5 1
st.global.u32 [%at], %r2;`;

test('it stands behind the write, and in front of the read that comes later in the source', () => {
  const text = assemble({ body: PUBLISH, module: '.file 1 "k.cu"\n.shared .align 8 .b8 tile[8];' });
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const run = emulate(module.value, LAUNCH, { faults: 'all' });
  if (!run.ok) throw new Error(run.error.message);
  const trials = new AdviceTrials(module.value, LAUNCH, {}, run.value);
  while (!trials.run(1000));
  const [words] = trials.advice.map(adviceWords);
  expect(words).toBe(
    'Tried in the PTX: adding __syncthreads() in front of the ld of line 4, behind the access of line 3, makes it go.',
  );
});
