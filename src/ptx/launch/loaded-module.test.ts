import { expect, test } from 'vitest';
import { parsed } from '../checks/kernel-run.ts';
import { CORE_TABLE } from '../isa/core-table.ts';
import { TABLE } from '../isa/table.ts';
import { loadOnDemand } from './loaded-module.ts';

const written = (body: string) =>
  parsed(`.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ${body} ret; }`);

test.each(['bar.sync 0;', 'add.s32 1, 1, 1;', 'cvt.u64.u32 1, 1;', 'ld.shared.f32 1, [0];'])(
  '%s needs no other rows',
  async body => {
    const module = written(body);
    expect(await loadOnDemand(module)).toEqual({ module, table: CORE_TABLE, beyondCore: null });
  },
);

test.each([
  'cp.async.wait_all;',
  'add.f32 0f00000000, 0f00000000, 0f00000000;',
  'cvt.rn.f32.s32 1, 1;',
  'frobnicate;',
  'st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [0], 1, [8];',
])('%s asks for all rows', async body => {
  expect((await loadOnDemand(written(body))).table).toBe(TABLE);
});

test('so does a parameter that may be a tensor map', async () => {
  const module = parsed(
    '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128]) { ret; }',
  );
  expect((await loadOnDemand(module)).beyondCore).not.toBeNull();
});

test('the full table has every core row, with all its types', () => {
  for (const [opcode, { types }] of CORE_TABLE)
    types.forEach((allowed, i) => {
      expect(TABLE.get(opcode)?.types[i]).toEqual(expect.arrayContaining([...allowed]));
    });
});
