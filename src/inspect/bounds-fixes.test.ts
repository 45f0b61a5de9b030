/** Fixes for addresses that are out of bounds, by what the address is. */
import { expect, test } from 'vitest';
import { faultFinding } from '../model/findings/fault-findings.ts';
import { emulate } from '../ptx/index.ts';
import { assemble } from '../ptx/isa/assembly.ts';
import { parseModule } from '../ptx/parse/module.ts';

function findingOf(body: string) {
  const module = parseModule(assemble({ body, module: '.shared .align 4 .b8 a[64]; .shared .align 4 .b8 b[64];' }));
  if (!module.ok) throw new Error(module.error.message);
  const run = emulate(module.value, {
    ...{ entry: 'k', grid: [1, 1, 1], block: [1, 1, 1] },
    buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
  });
  if (!run.ok) throw new Error(run.error.message);
  return faultFinding(run.value.faults[0]);
}

test.each([
  ['one behind the buffer', 'st.global.u32 [%out+256], 1;', '0 bytes past the end', 'make the memory larger'],
  ['null', 'mov.u64 %x1, 16; st.global.u32 [%x1], 1;', 'a null pointer', 'Pass a buffer'],
  [
    'no pointer',
    'mov.u64 %x1, 0x12345678; st.global.u32 [%x1], 1;',
    'no address of device memory',
    'Look where the pointer',
  ],
  ['far before', 'add.s64 %x1, %out, -3000000000; st.global.u32 [%x1], 1;', "3000000000 bytes before 'out'", '64 bits'],
  [
    'ahead of shared memory',
    'mov.u32 %r1, a; st.shared.u32 [%r1+-8], 1;',
    'has 64 bytes, and the access begins 8 bytes before it.',
    'The index is below 0',
  ],
  [
    'another variable',
    'st.shared.u32 [b], 1; st.shared.u32 [a+64], 1;',
    "behind the 64 bytes of 'a', at 'b[0]'",
    'make the array larger',
  ],
])('%s', (_, body, message, fix) => {
  const finding = findingOf(body);
  expect(finding.message).toContain(message);
  expect(finding.fix).toContain(fix);
});
