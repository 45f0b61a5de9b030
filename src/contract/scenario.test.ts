import { describe, expect, it } from 'vitest';
import { parseScenario } from './scenario.ts';

const STEPS = [
  { do: 'wait', barrier: 'full', at: 'read' },
  { do: 'loop', times: 2, steps: [{ do: 'mma', flop: 1024, reads: [{ buffer: 'ring', at: 'read' }] }] },
];

const RESOURCES = {
  copyLatencyClk: 0,
  copyBytesPerClk: 32,
  tensorFlopPerClk: 4096,
  expPerClk: 16,
  issuePerClk: 4,
  barrierClk: 0,
  registers: 65_536,
};

const role = (change: object = {}) => ({
  name: 'consumer',
  warps: 4,
  places: [{ name: 'read', stages: 2, parity: 0 }],
  steps: STEPS,
  ...change,
});

const scenario = (change: object = {}) => ({
  resources: RESOURCES,
  barriers: [{ name: 'full', stages: 2, count: 1 }],
  buffers: [{ name: 'ring', stages: 2, bytes: 1024 }],
  roles: [role()],
  ...change,
});

const withSteps = (...steps: object[]) => scenario({ roles: [role({ steps })] });
const deep = (depth: number): object =>
  depth === 0 ? { do: 'commit' } : { do: 'loop', times: 1, steps: [deep(depth - 1)] };

describe('parseScenario', () => {
  it('takes one that is right', () => {
    expect(parseScenario(scenario())).toEqual({ ok: true, value: scenario() });
    expect(parseScenario(withSteps(deep(6)))).toMatchObject({ ok: true });
  });

  it.each([
    { json: scenario({ extra: 1 }), field: 'extra', says: /unknown field/ },
    { json: scenario({ resources: { ...RESOURCES, expPerClk: 0 } }), field: 'resources.expPerClk', says: />0/ },
    {
      json: scenario({ resources: { ...RESOURCES, barrierClk: Number.NaN } }),
      field: 'resources.barrierClk',
      says: /number/,
    },
    { json: scenario({ roles: [] }), field: 'roles', says: />=1/ },
    { json: scenario({ roles: [role(), role()] }), field: 'roles[1].name', says: /"consumer" is declared twice/ },
    { json: withSteps({ do: 'jump' }), field: 'roles[0].steps[0].do', says: /Invalid/ },
    {
      json: withSteps({ do: 'wait', barrier: 'ful', at: 'read' }),
      field: 'roles[0].steps[0].barrier',
      says: /no barrier 'ful'/,
    },
    { json: withSteps({ do: 'next', at: 'fill' }), field: 'roles[0].steps[0].at', says: /no place 'fill'/ },
    {
      json: withSteps({
        do: 'loop',
        times: 1,
        steps: [{ do: 'mma', flop: 1, reads: [{ buffer: 'rng', at: 'read' }] }],
      }),
      field: 'roles[0].steps[0].steps[0].reads[0].buffer',
      says: /no buffer 'rng'/,
    },
    {
      json: withSteps({ do: 'store', bytes: 16, from: { buffer: 'rng', at: 'read' } }),
      field: 'roles[0].steps[0].from.buffer',
      says: /no buffer 'rng'/,
    },
    {
      json: scenario({ barriers: [{ name: 'full', stages: 3, count: 1 }] }),
      field: 'roles[0].steps[0].barrier',
      says: /'full' has 3 stages, the place 'read' has 2/,
    },
    {
      json: scenario({ buffers: [{ name: 'ring', stages: 2, bytes: 16, overlays: ['ring'] }] }),
      field: 'buffers[0].overlays[0]',
      says: /'ring' is no other buffer/,
    },
    {
      json: scenario({
        namedBarriers: [
          { id: 8, name: 'QueryEmpty' },
          { id: 8, name: 'Epilogue' },
        ],
      }),
      field: 'namedBarriers[1].id',
      says: /8 has a name already/,
    },
    {
      json: scenario({ namedBarriers: [{ id: 8, name: 'full[0]' }] }),
      field: 'namedBarriers[0].name',
      says: /'full\[0\]' is the name of something else/,
    },
    { json: withSteps({ do: 'barSync', id: 16, threads: 64 }), field: 'roles[0].steps[0].id', says: /<=15/ },
    {
      json: withSteps({ do: 'barSync', id: 1, threads: 65 }),
      field: 'roles[0].steps[0].threads',
      says: /multiple of 32/,
    },
    {
      json: withSteps({ do: 'barArrive', id: 1, threads: 64, warps: 32 }),
      field: 'roles[0].steps[0].warps',
      says: /has \d+ warps/,
    },
    {
      json: withSteps({ do: 'setRegisters', count: 240 }),
      field: 'roles[0].steps[0]',
      says: /no 'registers' at launch/,
    },
    {
      json: scenario({ roles: [role({ registers: 256, warps: 9 })] }),
      field: 'resources.registers',
      says: /start with 73728/,
    },
    {
      json: withSteps({ do: 'loop', times: 1000, steps: [{ do: 'loop', times: 1001, steps: [{ do: 'commit' }] }] }),
      field: 'roles',
      says: /at most 1000000/,
    },
    { json: withSteps(deep(7)), field: /steps\[0\]\.do$/, says: /Invalid/ },
  ])('refuses $field', ({ json, field, says }) => {
    const parsed = parseScenario(json);
    if (parsed.ok) throw new Error('was taken');
    expect(parsed.error.field).toMatch(
      field instanceof RegExp ? field : new RegExp(`^${field.replace(/[[\].]/g, '\\$&')}$`),
    );
    expect(parsed.error.message).toMatch(says);
  });
});
