/** Tests what needs a cluster: the emulator runs the program that ran on a GPU, and traps where the GPU did. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { FAULTED } from './cluster-needs.ts';
import { clusterNeedEvidence } from './evidence.ts';

const module = parseModule(readFileSync(new URL('./fixtures/cluster-needs.sm_90a.ptx', import.meta.url), 'utf8'));
const { outcomes } = clusterNeedEvidence();

const WHAT = ['st.async', 'red.async', 'multicast', 'bulk in'];
const PAIR = { grid: [2, 1, 1], cluster: [2, 1, 1] } as const;
const LAUNCHES: Readonly<Record<string, Pick<Launch, 'grid' | 'cluster'>>> = {
  'no cluster': { grid: [1, 1, 1] },
  'cluster of 1': { grid: [1, 1, 1], cluster: [1, 1, 1] },
  'cluster of 2': PAIR,
};

function emulated(id: string): string {
  if (!module.ok) throw new Error(module.error.message);
  const [what, launched, address] = id.split(', ');
  const scalar = (value: number) => ({ kind: 'scalar', type: 's32', value }) as const;
  const result = emulate(module.value, {
    entry: 'probe',
    ...LAUNCHES[launched],
    block: [32, 1, 1],
    buffers: [
      { name: 'out', type: 'u32', length: 16, init: { kind: 'zeros' } },
      { name: 'in', type: 'u32', length: 32, init: { kind: 'values', values: Array(32).fill(0x0101_0101) } },
    ],
    params: [
      ...[WHAT.indexOf(what), address === 'mapped address' ? 1 : 0].map(scalar),
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
    ],
  });
  if (!result.ok) throw new Error(result.error.message);
  const { ok, buffers } = result.value;
  return ok ? `word ${new Uint32Array(buffers.get('out')!.slice().buffer)[0]}` : FAULTED;
}

test('all was asked, with each kind of address', () => {
  const ids = WHAT.flatMap(what =>
    Object.keys(LAUNCHES).flatMap(launched => ['plain', 'mapped'].map(kind => `${what}, ${launched}, ${kind} address`)),
  );
  expect(Object.keys(outcomes)).toEqual(ids);
  expect(Object.values(outcomes).filter(outcome => outcome === FAULTED).length).toBe(4);
});

test.each(Object.keys(outcomes))('%s', id => {
  expect(emulated(id)).toBe(outcomes[id]);
});
