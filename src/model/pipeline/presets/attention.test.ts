import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../trace/scenario.ts';
import { simulate } from '../simulate.ts';
import { without } from '../without-steps.ts';
import { fa3Forward, fa3ForwardFp8 } from './attention.ts';
import { type PipelinePreset, presetScenario, sharedBytes } from './preset.ts';

function scenarioOf(preset: PipelinePreset, changes: Readonly<Record<string, number | boolean>> = {}) {
  const scenario = presetScenario(preset, changes);
  if (!scenario.ok) throw new Error(`${scenario.error.field}: ${scenario.error.message}`);
  return scenario.value;
}

const shapes = fc.record({
  blocks: fc.integer({ min: 1, max: 6 }),
  tiles: fc.integer({ min: 1, max: 3 }),
  stages: fc.integer({ min: 1, max: 2 }),
  overlap: fc.boolean(),
  pingPong: fc.boolean(),
  copyLatencyClk: fc.integer({ min: 0, max: 3000 }),
  copyBytesPerClk: fc.integer({ min: 1, max: 512 }),
  barrierClk: fc.integer({ min: 0, max: 200 }),
});

/** Rows of Q and of a block of K and V, by head dimension: hopper/tile_size.h without mask. */
const TILES = [
  { preset: fa3Forward, headDim: 64, rows: 192, block: 192, bytes: 2 },
  { preset: fa3Forward, headDim: 96, rows: 192, block: 144, bytes: 2 },
  { preset: fa3Forward, headDim: 128, rows: 128, block: 176, bytes: 2 },
  { preset: fa3Forward, headDim: 192, rows: 128, block: 112, bytes: 2 },
  { preset: fa3Forward, headDim: 256, rows: 128, block: 80, bytes: 2 },
  { preset: fa3ForwardFp8, headDim: 64, rows: 192, block: 160, bytes: 1 },
  { preset: fa3ForwardFp8, headDim: 96, rows: 192, block: 128, bytes: 1 },
  { preset: fa3ForwardFp8, headDim: 128, rows: 128, block: 224, bytes: 1 },
  { preset: fa3ForwardFp8, headDim: 192, rows: 128, block: 160, bytes: 1 },
  { preset: fa3ForwardFp8, headDim: 256, rows: 128, block: 128, bytes: 1 },
];

describe.each(TILES)('$preset.id, head dimension $headDim', ({ preset, headDim, rows, block, bytes }) => {
  it('copies and multiplies what attention asks for, without a fault, however it is overlapped', () => {
    fc.assert(
      fc.property(shapes, someShape => {
        const shape = { ...someShape, stages: preset === fa3ForwardFp8 ? 2 : someShape.stages };
        const run = simulate(scenarioOf(preset, { ...shape, headDim }));
        const { blocks, tiles } = shape;
        expect({ faults: run.faults, deadlock: run.deadlock }).toEqual({ faults: [], deadlock: null });
        expect(run.flop).toBe(4 * rows * block * headDim * blocks * tiles);
        expect(run.landedBytes).toBe((rows + 2 * block * blocks) * headDim * bytes * tiles);
        expect(run.storedBytes).toBe(2 * rows * headDim * tiles);
        expect(run.busyClk.exp).toBeCloseTo((rows * block * blocks * tiles) / 16, 6);
      }),
      { numRuns: 40 },
    );
  });
});

describe('budgets', () => {
  it.each([
    { headDim: 64, products: 768, exponentials: 768, kib: 192 },
    { headDim: 128, products: 1408, exponentials: 704, kib: 208 },
    { headDim: 256, products: 1280, exponentials: 320, kib: 224 },
  ])('of a warpgroup and block at head dimension $headDim', ({ headDim, products, exponentials, kib }) => {
    const scenario = scenarioOf(fa3Forward, { headDim, blocks: 5, tiles: 1 });
    const { busyClk } = simulate(scenario);
    const groups = scenario.roles.length - 1;
    expect(busyClk.tensor / groups / 5).toBeCloseTo(products, 6);
    expect(busyClk.exp / groups / 5).toBeCloseTo(exponentials, 6);
    expect(sharedBytes(scenario)).toBe(kib * 1024);
  });
});

describe('orders', () => {
  /** The producer's steps with their numbers; block 0 is the last block of the sequence. */
  const deeds = (preset: PipelinePreset, overlap: boolean) => {
    const counts = new Map<string, number>();
    const numbered = (deed: string) => {
      const number = counts.get(deed) ?? 0;
      counts.set(deed, number + 1);
      return `${deed}${number}`;
    };
    return simulate(scenarioOf(preset, { overlap, blocks: 4, tiles: 1, stages: 2 }))
      .spans.filter(({ kind, role }) => role === 'producer' && kind !== 'wait')
      .map(({ kind, buffer }) => numbered(kind === 'copy' ? buffer! : 'turn'))
      .join(' ');
  };
  const products = (overlap: boolean) =>
    simulate(scenarioOf(fa3Forward, { overlap, blocks: 4, tiles: 1 }))
      .spans.filter(({ kind, role }) => kind === 'mma' && role === 'consumer 1')
      .map(({ buffer }) => (buffer === 'q' ? 'QK' : 'PV'))
      .join(' ');

  it('load V a block behind K with overlap, and beside it without', () => {
    expect(deeds(fa3Forward, true)).toBe('k0 q0 k1 v0 k2 v1 k3 v2 v3');
    expect(deeds(fa3Forward, false)).toBe('k0 q0 v0 k1 v1 k2 v2 k3 v3');
  });

  it('load V before K where it is transposed, and turn it a block later', () => {
    expect(deeds(fa3ForwardFp8, true)).toBe('vt0 k0 q0 vt1 k1 turn0 vt2 k2 turn1 vt3 k3 turn2 turn3');
  });

  it('need two stages where V is transposed: its next block is asked for before K', () => {
    const oneStage = simulate(scenarioOf(fa3ForwardFp8, { stages: 1 }));
    expect(oneStage.deadlock?.waiters[0]).toMatchObject({ role: 'producer', barrier: 'empty vt[0]', waitsFor: [] });
  });

  it('ask for the next QK before PV with overlap', () => {
    expect(products(true)).toBe('QK QK PV QK PV QK PV PV');
    expect(products(false)).toBe('QK PV QK PV QK PV QK PV');
  });

  it('let warpgroups take turns with ping-pong', () => {
    const { spans } = simulate(scenarioOf(fa3Forward, { blocks: 12, tiles: 1, copyBytesPerClk: 512 }));
    const first = spans.filter(({ kind, buffer }) => kind === 'mma' && buffer === 'q').map(({ role }) => role);
    expect(first).toEqual(Array.from({ length: 12 }, () => ['consumer 1', 'consumer 2']).flat());
  });
});

describe('QueryEmpty', () => {
  const play = (firstArrive: boolean, skipFirstSync: boolean) =>
    simulate(scenarioOf(fa3Forward, { firstArrive, skipFirstSync, tiles: 3 }));

  it('waits for ever at the first tile if the consumers have not arrived before', () => {
    expect(play(false, false).deadlock?.message).toBe(
      'producer waits at QueryEmpty for 256 threads, and the waits form a cycle: producer → consumer 1 → producer',
    );
  });

  it('needs no first arrival if the producer skips its first sync', () => {
    const run = play(false, true);
    expect([run.deadlock, run.faults]).toEqual([null, []]);
    expect(run.totalClk).toBeCloseTo(play(true, false).totalClk, 6);
  });

  it('runs a tile ahead, and Q is overwritten, with the arrival and without the sync', () => {
    expect(play(true, true).faults.map(({ kind, role }) => `${kind} by ${role}`)).toContain('overrun by producer');
  });
});

describe('attention that lacks something', () => {
  const waitsAt = (barrier: string) => (step: Step) => step.do === 'wait' && step.barrier === barrier;

  it.each<{ lacks: string; preset: PipelinePreset; leftOut: (step: Step) => boolean; says: RegExp }>([
    {
      lacks: 'the wait for O, which lies where V goes',
      preset: fa3Forward,
      leftOut: waitsAt('o stored'),
      says: /consumer 1 writes o\[0\] for step 0 while v\[\d\] may still be filled/,
    },
    {
      lacks: 'the meeting before O is written',
      preset: fa3Forward,
      leftOut: step => step.do === 'barSync' && step.id === 1,
      says: /writes o\[0\] for step 0 while consumer \d may still read v/,
    },
    { lacks: 'the wait for V', preset: fa3Forward, leftOut: waitsAt('full v'), says: /reads v\[0\]/ },
    {
      lacks: 'the wait for what it transposes',
      preset: fa3ForwardFp8,
      leftOut: waitsAt('full vt'),
      says: /producer reads vt/,
    },
    {
      lacks: 'the wait for room',
      preset: fa3ForwardFp8,
      leftOut: waitsAt('empty v'),
      says: /producer writes v\[0\] .* may still read v\[0\]/,
    },
  ])('uses a slot too early without $lacks', ({ preset, leftOut, says }) => {
    const scenario = scenarioOf(preset);
    expect(simulate(scenario).faults).toEqual([]);
    expect(
      simulate(without(scenario, leftOut))
        .faults.map(({ message }) => message)
        .join('\n'),
    ).toMatch(says);
  });
});
