/**
 * Checks what is found in the events of compiled kernels without any description: roles, rings and turns, counted by
 * hand.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { type SmallKernel as Kernel, replayOf } from './fixtures/replayed.ts';

const STEPS = 9;

const ptx = readFileSync(new URL('fixtures/pipelines.sm_90a.ptx', import.meta.url), 'utf8');
const source = readFileSync(new URL('fixtures/pipelines.cu', import.meta.url), 'utf8').split('\n');
const lines = (words: RegExp): number[] => source.flatMap((line, i) => (words.test(line) ? [i + 1] : []));
const rings = readFileSync(new URL('fixtures/rings.sm_90a.ptx', import.meta.url), 'utf8');
const replayed = (kernel: Kernel) => replayOf(rings.includes(`.entry ${kernel.entry}(`) ? rings : ptx, kernel);

/** 'producer: warps 0', 'full × 3 of 1', 'ring × 3, 512 B', '4: turn of consumer 1'. */
function found(kernel: Kernel) {
  const { scenario, roles, run, faults } = replayed(kernel);
  expect([faults, run.faults, run.deadlock]).toEqual([[], [], null]);
  return {
    roles: scenario.roles.map(({ name }, i) => `${name}: ${roles[i].warps.join(' ')}`),
    barriers: scenario.barriers.map(({ name, stages, count }) => `${name} × ${stages} of ${count}`),
    slots: scenario.buffers.map(({ name, stages, bytes }) => `${name} × ${stages}, ${bytes} B`),
    named: (scenario.namedBarriers ?? []).map(({ id, name }) => `${id}: ${name}`),
  };
}

test.each<[Kernel, ReturnType<typeof found>]>([
  [
    { entry: 'engineRing', warps: 12 },
    {
      roles: ['producer: 0', 'warps 1–3: 1 2 3', 'consumer 1: 4 5 6 7', 'consumer 2: 8 9 10 11'],
      barriers: ['full × 3 of 1', 'empty × 3 of 8'],
      slots: ['ring × 3, 9216 B'],
      named: [],
    },
  ],
  [
    { entry: 'turns', warps: 12 },
    {
      roles: ['producer: 0', 'warps 1–3: 1 2 3', 'consumer 1: 4 5 6 7', 'consumer 2: 8 9 10 11'],
      barriers: ['full × 3 of 1', 'empty × 3 of 4'],
      slots: ['ring × 3, 9216 B'],
      named: ['4: turn of consumer 1', '5: turn of consumer 2'],
    },
  ],
  [
    { entry: 'attention', warps: 12, steps: 5 },
    {
      roles: ['producer: 0', 'warps 1–3: 1 2 3', 'consumer 1: 4 5 6 7', 'consumer 2: 8 9 10 11'],
      barriers: [
        'full 1 × 1 of 1',
        'empty 1 × 1 of 1',
        'full 2 × 2 of 1',
        'empty 2 × 2 of 2',
        'full 3 × 2 of 1',
        'empty 3 × 2 of 2',
      ],
      slots: ['ring 1 × 1, 16384 B', 'ring 2 × 2, 1024 B', 'ring 3 × 2, 1024 B', 'out × 1, 2048 B'],
      named: ['8: empty', '9: turn of consumer 1', '10: turn of consumer 2'],
    },
  ],
  [
    { entry: 'attentionBarriers', warps: 16, steps: 2 },
    {
      roles: [
        'producer: 0',
        'warps 1–3: 1 2 3',
        'consumer 1: 4 5 6 7',
        'consumer 2: 8 9 10 11',
        'consumer 3: 12 13 14 15',
      ],
      barriers: [
        'full 1 × 1 of 1',
        'full 2 × 2 of 1',
        'empty 2 × 2 of 3',
        'full 3 × 2 of 1',
        'empty 3 × 2 of 3',
        'empty 1 × 1 of 3',
      ],
      slots: ['ring 1 × 1, 512 B', 'ring 2 × 2, 512 B', 'ring 3 × 2, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'twoProducers', warps: 8 },
    {
      roles: ['producer 1: 0', 'producer 2: 1', 'warps 2–3: 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full × 4 of 1', 'empty × 4 of 4'],
      slots: ['ring × 4, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'operandProducers', warps: 8 },
    {
      roles: ['producer 1: 0', 'producer 2: 1', 'warps 2–3: 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full 1 × 2 of 1', 'full 2 × 2 of 1', 'empty × 2 of 4'],
      slots: ['ring 1 × 2, 512 B', 'ring 2 × 2, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'otherOrder', warps: 8 },
    {
      roles: ['producer: 0', 'warps 1–3: 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full × 4 of 1', 'empty × 4 of 4'],
      slots: ['ring × 4, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'keysAndValues', warps: 8 },
    {
      roles: ['producer: 0', 'warps 1–3: 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full 1 × 2 of 1', 'full 2 × 2 of 1', 'empty 1 × 2 of 4', 'empty 2 × 2 of 4'],
      slots: ['ring 1 × 2, 512 B', 'ring 2 × 2, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'stagedSum', warps: 4 },
    { roles: ['warps 0–3: 0 1 2 3'], barriers: [], slots: ['ring × 3, 2048 B'], named: [] },
  ],
  [
    { entry: 'sumAndMax', warps: 9 },
    {
      roles: ['consumer 1: 0 1 2 3', 'consumer 2: 4 5 6 7', 'producer: 8'],
      barriers: ['full × 4 of 1', 'empty × 4 of 8'],
      slots: ['ring × 4, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'treeSum', warps: 8 },
    { roles: ['warp 0: 0', 'warps 1–3: 1 2 3', 'warps 4–7: 4 5 6 7'], barriers: [], slots: [], named: [] },
  ],
  [
    { entry: 'stagedCopies', warps: 4 },
    { roles: ['warps 0–3: 0 1 2 3'], barriers: [], slots: ['ring × 3, 2048 B'], named: [] },
  ],
  [
    { entry: 'operandGroups', warps: 4 },
    { roles: ['warps 0–3: 0 1 2 3'], barriers: [], slots: ['ring 1 × 2, 2048 B', 'ring 2 × 2, 2048 B'], named: [] },
  ],
  [
    { entry: 'writtenRing', warps: 8 },
    {
      roles: ['producer: 0 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full × 3 of 128', 'empty × 3 of 128'],
      slots: ['ring × 3, 512 B'],
      named: [],
    },
  ],
  [
    { entry: 'copiesArrive', warps: 8 },
    {
      roles: ['producer: 0 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full × 3 of 128', 'empty × 3 of 128'],
      slots: ['ring × 3, 2048 B'],
      named: [],
    },
  ],
  [
    { entry: 'multicastRing', warps: 8, clusterCtas: 2 },
    {
      roles: [
        'producer of CTA 0: 0',
        'warps 1–3 of CTA 0: 1 2 3',
        'consumer of CTA 0: 4 5 6 7',
        'producer of CTA 1: 0',
        'warps 1–3 of CTA 1: 1 2 3',
        'consumer of CTA 1: 4 5 6 7',
      ],
      barriers: [
        'full of CTA 0 × 3 of 1',
        'empty of CTA 0 × 3 of 8',
        'full of CTA 1 × 3 of 1',
        'empty of CTA 1 × 3 of 8',
        'cluster × 1 of 16',
      ],
      slots: ['ring of CTA 0 × 3, 8192 B', 'ring of CTA 1 × 3, 8192 B'],
      named: ['16: bar 0 of CTA 1'],
    },
  ],
  [
    { entry: 'namedRing', warps: 8 },
    {
      roles: ['producer: 0 1 2 3', 'consumer: 4 5 6 7'],
      barriers: [],
      slots: [],
      named: ['1: full 1', '2: empty 1', '3: full 2', '4: empty 2'],
    },
  ],
  [
    { entry: 'plain', warps: 4 },
    { roles: ['warps 0–3: 0 1 2 3'], barriers: [], slots: [], named: [] },
  ],
])('$entry', (kernel, expected) => expect(found(kernel)).toEqual(expected));

test('a role is said to be in the function that has most of its steps, and at its lines', () => {
  const { sources } = replayed({ entry: 'engineRing', warps: 12 });
  const [filled] = lines(/waitFor\(&ring.empty\[place.stage\], place.parity \^ 1\);/);
  expect(sources[0]).toEqual({ function: 'fillByEngine', lines: { from: filled, to: filled + 3 } });
  expect(sources.map(({ function: name }) => name)).toEqual(['fillByEngine', '', '', '']);
});

describe('in the run', () => {
  it('each stage is filled in turn, and its bytes are those of the kernel', () => {
    const { run } = replayed({ entry: 'engineRing', warps: 12 });
    expect(run.landedBytes).toBe(STEPS * 9216);
    const stages = run.spans.filter(({ kind, role }) => kind === 'mma' && role === 'consumer 1').map(of => of.stage);
    expect(stages).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('who takes turns never multiplies at the same time, and waits for its turn', () => {
    const { run } = replayed({ entry: 'turns', warps: 12 });
    const products = run.spans.filter(({ kind }) => kind === 'mma').map(({ role }) => role);
    expect(products).toEqual(Array.from({ length: STEPS }, (_, step) => `consumer ${(step % 2) + 1}`));
    const turns = run.spans.filter(({ barrier }) => barrier?.name.startsWith('turn of '));
    expect(turns.every(({ role, barrier }) => barrier!.name === `turn of ${role}`)).toBe(true);
    expect(new Set(turns.map(({ role }) => role))).toEqual(new Set(['consumer 1', 'consumer 2']));
  });

  it('products that are asked for before other work run under it', () => {
    const underOthers = (kernel: Kernel): number => {
      const { spans } = replayed(kernel).run;
      const work = spans.filter(({ kind, from, to }) => kind === 'alu' && to - from > 100);
      return spans.filter(
        ({ kind, role, from, to }) =>
          kind === 'mma' && work.some(other => other.role === role && other.from < to && other.to > from),
      ).length;
    };
    expect(underOthers({ entry: 'overlap', warps: 8 })).toBe(STEPS);
    expect(underOthers({ entry: 'engineRing', warps: 12 })).toBe(0);
  });
});

describe('a kernel that hangs', () => {
  it('is drawn up to there, and says who lacks what', () => {
    const { run, faults } = replayed({ entry: 'missingArrive', warps: 8 });
    expect(faults.map(({ kind }) => kind)).toEqual(['deadlock']);
    expect(run.spans.filter(({ kind }) => kind === 'mma')).toHaveLength(3);
    expect(run.deadlock!.waiters.map(({ role, barrier }) => `${role} at ${barrier}`)).toEqual([
      'producer at empty[0]',
      'consumer at full[0]',
    ]);
  });

  it('names the cycle of those that wait for each other, by what they did before', () => {
    const { run, scenario } = replayed({ entry: 'forgottenTurn', warps: 2 });
    expect(scenario.barriers).toEqual([{ name: 'turn', stages: 2, count: 32 }]);
    expect(run.deadlock!.cycle.toSorted()).toEqual(['warp 0', 'warp 1']);
    expect(run.deadlock!.message).toMatch(
      /^warp [01] waits at turn\[[01]\] for 32 arrivals, and the waits form a cycle: /,
    );
  });

  it('says nothing of who could have come where nobody ever did', () => {
    expect(replayed({ entry: 'missingArrive', warps: 8 }).run.deadlock!.message).toBe(
      'producer waits at empty[0] for 4 arrivals, which none of those that wait has brought before',
    );
  });
});
