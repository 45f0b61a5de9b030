import { expect, test } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import { isCoreFunction } from '../isa/core-forms.ts';
import { CORE_TABLE } from '../isa/core-table.ts';
import { COMPARE_CASES } from '../isa/reference/compare-cases.ts';
import { CONVERT_CASES } from '../isa/reference/convert-cases.ts';
import { FLOAT_CASES } from '../isa/reference/float-cases.ts';
import { bitsOf, type Domain } from '../isa/reference/instruction-case.ts';
import { INTEGER_CASES } from '../isa/reference/integer-cases.ts';
import { INTEGER_VARIANT_CASES } from '../isa/reference/integer-variant-cases.ts';
import { TABLE } from '../isa/table.ts';
import { loadOnDemand } from './loaded-module.ts';
import { startLoaded } from './start.ts';

const ALONE: Launch = { grid: [2, 1, 1], block: [32, 1, 1], buffers: [], params: [] };

const NAMES = '.reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %q<4>; .reg .pred %p<4>; .reg .b16 %h<4>;';

const written = (body: string) =>
  parsed(`.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ${body} ret; }`);

test.each([
  'bar.sync 0;',
  'add.s32 %r1, %r2, 1;',
  'setp.lt.and.u32 %p1, %r1, 1, %p2;',
  'ld.shared.f32 %f1, [%r1];',
  'st.global.v2.b32 [%q1], {%r1, %r2};',
  'mov.u32 %r1, %tid.x;',
])('%s needs no other rows', async body => {
  const module = written(`${NAMES} ${body}`);
  expect(await loadOnDemand(module, ALONE)).toEqual({
    module,
    table: CORE_TABLE,
    beyondCore: null,
    inlinedCalls: null,
  });
});

test.each([
  'cp.async.wait_all;',
  'add.f32 0f00000000, 0f00000000, 0f00000000;',
  'cvt.u64.u32 1, 1;',
  'cvt.rn.f32.s32 1, 1;',
  'mad.hi.s32 1, 1, 1, 1;',
  'add.cc.u32 1, 1, 1;',
  'frobnicate;',
  'st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [0], 1, [8];',
  // What the rules have to look at.
  'add.s32 %r1, %r2, %f1;',
  'add.s32 %r1, %r2, %laneid;',
  'shl.b32 %r1, %r2, %h1;',
  'ld.shared.f32 %h1, [%r1];',
  'ld.shared.f32 %f1, [%f1];',
  'ld.relaxed.shared.f32 %f1, [%r1];',
  'st.global.v2.b32 [%q1], {%r1, %q2};',
  'bar.sync 16;',
])('%s asks for all rows', async body => {
  expect((await loadOnDemand(written(`${NAMES} ${body}`), ALONE)).table).toBe(TABLE);
});

test('what was inlined asks for its name alone', async () => {
  const module = parsed(`.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {
    .loc 1 9 1\n.loc 1 2 1, function_name $L__info_string0, inlined_at 1 9 1\nbar.sync 0;\nret; }
    .file 1 "k.cu"\n.section .debug_str {\n$L__info_string0:\n.b8 ${[...'_Z3putPi'].map(c => c.charCodeAt(0)).join(',')},0\n}`);
  const loaded = await loadOnDemand(module, ALONE);
  expect(loaded.beyondCore).toBeNull();
  const { location } = module.functions[0].instructions[0];
  expect(loaded.inlinedCalls?.of(location!)).toEqual([{ callee: 'put', file: 'k.cu', line: 9 }]);
});

test('a parameter that may be a tensor map asks for all rows', async () => {
  const module = parsed(
    '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128]) { ret; }',
  );
  expect((await loadOnDemand(module, ALONE)).beyondCore).not.toBeNull();
});

test.each<[string, Partial<Launch>]>([
  ['a cluster', { cluster: [2, 1, 1] }],
  ['a launch that overlaps the one before', { programmaticStreamSerialization: true }],
])('so does %s', async (_, change) => {
  const loaded = await loadOnDemand(written('bar.sync 0;'), { ...ALONE, ...change });
  expect(loaded.beyondCore).not.toBeNull();
  const started = startLoaded(loaded, { ...ALONE, ...change }, {});
  if (!started.ok) return expect.fail(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  expect(started.value.result().faults).toEqual([]);
});

test.each(['.reqnctapercluster 2, 1, 1', '.explicitcluster', '.blocksareclusters'])('so does %s', async directive => {
  const module = parsed(`.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() ${directive} { ret; }`);
  expect((await loadOnDemand(module, ALONE)).beyondCore).not.toBeNull();
});

test('the full table has every core row, with all its types', () => {
  for (const [opcode, { types }] of CORE_TABLE)
    types.forEach((allowed, i) => {
      expect(TABLE.get(opcode)?.types[i]).toEqual(expect.arrayContaining([...allowed]));
    });
});

const CASES = [...INTEGER_CASES, ...INTEGER_VARIANT_CASES, ...FLOAT_CASES, ...COMPARE_CASES, ...CONVERT_CASES];

const REGISTERS = `.reg .b16 %h<6>; .reg .b32 %r<6>; .reg .b64 %q<6>; .reg .pred %p<6>; mov.b32 %r1, 5; mov.b64 %q1, 5;
  setp.eq.s32 %p1, %r1, %r1;`;
const register = (domain: Domain, number: number): string =>
  `%${{ 1: 'p', 16: 'h', 64: 'q' }[bitsOf(domain) as number] ?? 'r'}${number}`;

/** Each form that has a reference case and belongs to the core, on registers. */
const CORE_CASES = CASES.filter(({ body }) => body === undefined).flatMap(({ ptx, to, from, suffix = '' }) => {
  const operands = [register(to, 0), ...from.map(domain => register(domain, 1))].join(', ');
  const module = written(`${REGISTERS} ${ptx} ${operands}${suffix};`);
  return isCoreFunction(module.functions[0]) ? [[ptx, module] as const] : [];
});

test('the core has forms of all its mnemonics', () => {
  const opcodes = new Set(CORE_CASES.map(([ptx]) => ptx.split('.')[0]));
  for (const opcode of [
    'add',
    'sub',
    'mul',
    'mad',
    'div',
    'rem',
    'neg',
    'min',
    'max',
    'and',
    'shl',
    'shr',
    'setp',
    'selp',
  ])
    expect(opcodes).toContain(opcode);
});

test.each(CORE_CASES)('%s is carried out by the core alone', (_, module) => {
  const launch = { grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [] } as const;
  const started = startLoaded({ module, table: CORE_TABLE, beyondCore: null, inlinedCalls: null }, launch, {});
  if (!started.ok) return expect.fail(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  expect(started.value.result().faults).toEqual([]);
});
