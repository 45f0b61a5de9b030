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
    expect(result).toMatchObject({ ok: true, value: { faults: [{ kind: 'unsupported' }] } });
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
