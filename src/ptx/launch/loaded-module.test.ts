import { expect, test } from 'vitest';
import { parsed } from '../checks/kernel-run.ts';
import { CORE_TABLE } from '../isa/core-table.ts';
import { TABLE } from '../isa/table.ts';
import { loadOnDemand } from './loaded-module.ts';

const written = (body: string) =>
  parsed(`.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ${body} ret; }`);

test('core instructions need no other rows', async () => {
  const module = written('bar.sync 0;');
  expect(await loadOnDemand(module)).toEqual({ module, table: CORE_TABLE });
});

test.each(['cp.async.wait_all;', 'frobnicate;'])('%s asks for all rows', async body => {
  expect((await loadOnDemand(written(body))).table).toBe(TABLE);
});

test('the full table has every core row', () => {
  for (const [opcode, row] of CORE_TABLE) expect(TABLE.get(opcode)).toBe(row);
});
