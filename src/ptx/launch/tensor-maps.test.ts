/** Tensor maps as parameters: their rules at the launch, and where their 128 bytes may lie. */
import { describe, expect, test } from 'vitest';
import type { Launch, TensorMap, TensorMapParam } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import type { LaunchError } from '../emulation.ts';
import { emulate } from '../index.ts';

const MAP: TensorMapParam = {
  ...{ kind: 'tensorMap', pass: 'value', buffer: 'in', type: 's32', dims: [8, 4], stridesBytes: [32], box: [8, 4] },
  ...{ elementStrides: [1, 1], interleave: 'none', swizzle: 'none', oobFill: 'zero' },
};
const VALUES = Array.from({ length: 32 }, (_, i) => 100 + i);

/** One thread loads the box through the map at %map, which `find` puts there, and copies it out. */
const moduleOf = (find: string, parameter: string, target = 'sm_90a') =>
  parsed(`.version 9.0
.target ${target}
.address_size 64
.shared .align 128 .b8 tile[1024];
.shared .align 8 .b64 full;
.global .align 64 .b8 copied[128];
.visible .entry k(.param .u64 words, ${parameter})
{
.reg .b64 %out, %map, %x<9>; .reg .b32 %r<9>; .reg .pred %p<9>;
ld.param.u64 %out, [words]; mov.u32 %r1, tile; mov.u32 %r2, full; mov.u32 %r3, 0;
${find}
mbarrier.init.shared.b64 [%r2], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%map, {%r3, %r3}], [%r2];
AGAIN: mbarrier.test_wait.parity.shared.b64 %p1, [%r2], 0; @!%p1 bra AGAIN;
cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], 128;
ret;
}`);

const launchOf = (change: Partial<TensorMap & TensorMapParam>): Launch => ({
  grid: [1, 1, 1],
  block: [1, 1, 1],
  buffers: [
    { name: 'out', type: 's32', length: 32, init: { kind: 'zeros' } },
    { name: 'in', type: 's32', length: 32, init: { kind: 'values', values: VALUES } },
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { ...MAP, ...change },
  ],
});

const BYTES = '.param .align 64 .b8 map[128]';
const OF_PARAMETER = 'mov.b64 %map, map; cvta.param.u64 %map, %map;';
/** Eight bytes after eight. */
const copyTo = (place: string): string =>
  Array.from(
    { length: 16 },
    (_, i) => `ld.param.b64 %x1, [map+${8 * i}]; st.global.b64 [${place}+${8 * i}], %x1;`,
  ).join('\n');

describe('a map is known by its bytes', () => {
  test.each<[string, find: string, parameter: string, pass: TensorMapParam['pass']]>([
    ['in a parameter', OF_PARAMETER, BYTES, 'value'],
    ['in device memory', 'ld.param.u64 %map, [map];', '.param .u64 map', 'address'],
    ['where a kernel has put a copy', `${copyTo('copied')} mov.u64 %map, copied;`, BYTES, 'value'],
  ])('%s', (_, find, parameter, pass) => {
    const result = emulate(moduleOf(find, parameter), launchOf({ pass }));
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value.faults).toEqual([]);
    expect([...new Int32Array(result.value.buffers.get('out')!.slice().buffer)]).toEqual(VALUES);
  });

  test('and a copy of a part of them is none', () => {
    const half = `${copyTo('copied').split('\n').slice(0, 15).join('\n')} mov.u64 %map, copied;`;
    const result = emulate(moduleOf(half, BYTES), launchOf({}));
    expect(result).toMatchObject({ ok: true, value: { faults: [{ kind: 'badOperand' }] } });
  });

  test('within a larger parameter', () => {
    const { pass: _, ...map } = MAP;
    const fields = [
      { ...map, offset: 64 },
      { kind: 'scalar', type: 's32', value: 7, offset: 192 },
    ] as const;
    const launch = launchOf({});
    const struct = { kind: 'struct', sizeBytes: 196, fields } as const;
    const module = moduleOf(
      'mov.b64 %map, map; cvta.param.u64 %map, %map; add.u64 %map, %map, 64;',
      '.param .align 64 .b8 map[196]',
    );
    const of = (params: Launch['params']) => emulate(module, { ...launch, params: [launch.params[0], ...params] });
    const result = of([struct]);
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value.faults).toEqual([]);
    expect([...new Int32Array(result.value.buffers.get('out')!.slice().buffer)]).toEqual(VALUES);
    const wrong = { ...struct, fields: [{ ...map, box: [7, 4], offset: 64 }] };
    expect(of([wrong])).toMatchObject({ ok: false, error: { field: 'params[1].fields[0].box[0]' } });
  });
});

describe('a map that a kernel makes', () => {
  const set = (field: string, value: string, bits = 32): string =>
    `tensormap.replace.tile.${field.split(' ')[0]}.global.b1024.b${bits} [%map]${field.includes(' ') ? `, ${field.split(' ')[1]}` : ''}, ${value};`;
  const FIELDS: Readonly<Record<string, string>> = {
    ...{
      rank: '1',
      'global_dim 0': '8',
      'global_dim 1': '4',
      'global_stride 0': '32',
      'box_dim 0': '8',
      'box_dim 1': '4',
    },
    ...{ 'element_stride 0': '1', 'element_stride 1': '1', elemtype: '3', interleave_layout: '0', swizzle_mode: '0' },
    fill_mode: '0',
  };
  const PARAMS = '.param .u64 in, .param .u64 at';
  const made = (fields: Readonly<Record<string, string>>): string =>
    `ld.param.u64 %x1, [in]; ld.param.u64 %map, [at]; ${set('global_address', '%x1', 64)}
    ${Object.entries(fields)
      .map(([field, value]) => set(field, value, field === 'global_stride 0' ? 64 : 32))
      .join(' ')}
    fence.proxy.tensormap::generic.release.gpu; fence.proxy.tensormap::generic.acquire.gpu [%map], 128;`;
  const run = (body: string) => {
    const launch = launchOf({});
    const buffers = [...launch.buffers, { name: 'map', type: 'u8', length: 128, init: { kind: 'zeros' } } as const];
    const params = [launch.params[0], ...['in', 'map'].map(buffer => ({ kind: 'pointer', buffer }) as const)];
    const result = emulate(moduleOf(body, PARAMS), { ...launch, buffers, params });
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };

  test('copies as one of a launch', () => {
    const { faults, buffers } = run(made(FIELDS));
    expect(faults).toEqual([]);
    expect([...new Int32Array(buffers.get('out')!.slice().buffer)]).toEqual(VALUES);
  });

  test.each([
    ['rank', '7', 'rank is 7, for 8 dimensions'],
    ['global_dim 1', '5', "global_dim and global_stride describe 160 bytes, of which 'in' has 128"],
    ['global_stride 0', '40', 'global_stride[0] is 40: must be a multiple of 16'],
    ['box_dim 0', '7', 'box_dim[0] is 7: must be a multiple of 4'],
    ['box_dim 1', '0', 'box_dim[1] is 0: must be a whole number from 1 to 256'],
    ['element_stride 1', '9', 'element_stride[1] is 9: must be a whole number from 1 to 8'],
    ['elemtype', '12', 'elemtype is 12, tf32 with subnormals flushed, which is not implemented'],
    ['elemtype', '13', 'elemtype is 13, which is no type'],
    ['interleave_layout', '3', 'interleave_layout is 3, not 0, 1 or 2'],
    ['swizzle_mode', '4', 'swizzle_mode is 4 with swizzle_atomicity 0'],
    ['fill_mode', '2', 'fill_mode is 2, not 0 or 1'],
  ])('is a fault with a wrong %s of %s', (field, value, why) => {
    const [fault] = run(made({ ...FIELDS, [field]: value })).faults;
    expect(fault).toMatchObject({ kind: 'badOperand' });
    expect(fault.message).toContain(why);
  });

  test('is a fault while its address is in no buffer', () => {
    const [fault] = run(`${made(FIELDS)} mov.b64 %x1, 64; ${set('global_address', '%x1', 64)}`).faults;
    expect(fault.message).toContain('global_address is 0x40, which lies in no buffer');
  });

  test.each([
    ['[%map], 5, 1', 'global_dim', 'there is no entry 5, of 5'],
    ['[%map], %r3, 1', 'global_dim', 'it takes an integer'],
    ['[%map], 1', 'global_address', 'global_address is of .b64'],
  ])('%s is refused', (operands, field, why) => {
    const [fault] = run(
      `ld.param.u64 %map, [at]; tensormap.replace.tile.${field}.global.b1024.b32 ${operands};`,
    ).faults;
    expect(fault.message).toContain(why);
  });
});

describe('a launch that a driver would refuse names the field', () => {
  const errorOf = (change: Partial<TensorMap & TensorMapParam>): LaunchError => {
    const result = emulate(moduleOf(OF_PARAMETER, BYTES), launchOf(change));
    if (result.ok) throw new Error('it was taken');
    return result.error;
  };

  test.each<[string, Partial<TensorMap & TensorMapParam>, RegExp]>([
    ['params[1].box[0]', { box: [7, 4] }, /must be a multiple of 4/],
    ['params[1].stridesBytes[0]', { stridesBytes: [40] }, /must be a multiple of 16/],
    ['params[1].dims', { dims: [8, 5] }, /its 160 bytes do not fit 'in' \(128 bytes\)/],
    ['params[1].buffer', { buffer: 'other' }, /there is no buffer 'other'/],
    ['params[1].swizzle', { swizzle: '128B_ATOM_32B' }, /128B_ATOM_32B is not for sm_90a/],
  ])('%s', (field, change, why) => {
    expect(errorOf(change)).toMatchObject({ kind: 'launch', field, message: expect.stringMatching(why) });
  });

  test('elsewhere there are more modes', () => {
    const module = moduleOf(OF_PARAMETER, BYTES, 'sm_100a');
    expect(emulate(module, launchOf({ swizzle: '128B_ATOM_32B' })).ok).toBe(true);
  });
});
