/** Accesses far out of bounds: the parameter that the address comes from is named where another buffer is nearer. */
import { expect, test } from 'vitest';
import { faultFinding } from '../model/findings/fault-findings.ts';
import { emulate } from '../ptx/index.ts';
import { parseModule } from '../ptx/parse/module.ts';
import { DEVICE_ARENA_BASE } from '../trace/device-addresses.ts';
import type { Finding } from '../trace/finding.ts';
import type { Launch } from '../trace/launch.ts';
import { withPointers } from './pointer-origins.ts';

const LAUNCH: Launch = {
  ...{ entry: 'k', grid: [1, 1, 1], block: [1, 1, 1] },
  buffers: ['a', 'b'].map(name => ({ name, type: 's32', length: 64, init: { kind: 'zeros' } })),
  params: [
    { kind: 'pointer', buffer: 'a' },
    { kind: 'pointer', buffer: 'b' },
  ],
};

/** %rd3: the pointer to a; %rd4: to b. */
function findingOf(body: string): Finding {
  const module = parseModule(`.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u64 k_1) {
.reg .b64 %rd<9>;
.reg .b32 %r<2>;
.reg .pred %p<2>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
cvta.to.global.u64 %rd3, %rd1;
cvta.to.global.u64 %rd4, %rd2;
${body}
ret;
}`);
  if (!module.ok) throw new Error(module.error.message);
  const run = emulate(module.value, LAUNCH);
  if (!run.ok) throw new Error(run.error.message);
  return withPointers(run.value.faults.map(faultFinding), module.value, LAUNCH)[0];
}

test('far behind the buffer, where another one lies', () => {
  expect(findingOf('add.s64 %rd5, %rd3, 1000000;\nst.global.u32 [%rd5], 1;').fix).toMatch(
    /^The address comes from params\[0\], a pointer to 'a', and not from one to the nearest buffer\. Check the index/,
  );
});

test.each([
  ['the nearest buffer is the one that was meant', 'st.global.u32 [%rd4+1000000], 1;'],
  [
    'it may come from either',
    'setp.eq.s64 %p1, %rd3, 0;\nselp.b64 %rd5, %rd4, %rd3, %p1;\nst.global.u32 [%rd5+1000000], 1;',
  ],
  ['it comes from none', `mov.u64 %rd5, ${DEVICE_ARENA_BASE};\nst.global.u32 [%rd5+1000000], 1;`],
])('nothing is added where %s', (_, body) => {
  const { message, fix } = findingOf(body);
  expect(message).toContain("bytes past the end of 'b'");
  expect(fix).not.toContain('params[');
});

const BELOW = (bytes: string, index = -1): string => `mov.u32 %r1, ${index};
mul.wide.u32 %rd5, %r1, ${bytes};
add.s64 %rd6, %rd3, %rd5;
st.global.u32 [%rd6], 1;`;

test.each([
  ['of words', BELOW('4'), 1],
  ['of pairs, three before the first', BELOW('8', -3), 3],
])('an index below 0 that is taken as unsigned is told as what it is: %s', (_, body, below) => {
  const { fix, pointed } = findingOf(body);
  expect(fix).toContain(`The index is -${below}, and ${2 ** 32 - below} as an unsigned number of 32 bits: test it`);
  expect(fix).not.toContain('64 bits');
  expect(pointed).toBe('a');
});

test('an index that overflowed is not', () => {
  expect(findingOf(BELOW('4', 0x7fffffff)).fix).toContain('overflowed 32 bits');
});
