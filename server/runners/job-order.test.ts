import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import type { BufferInit, Launch } from '../../src/trace/launch.ts';
import { bufferBytes } from '../../src/trace/launch-bytes.ts';
import { type RunnableLaunch, type RunnableReference, writeJob } from './job-order.ts';
import { SentPieces } from './job-pieces.ts';

const MODULE = import.meta.filename;
const hashOf = (...bytes: readonly number[]): string =>
  createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
const MODULE_HASH = hashOf(...readFileSync(MODULE));

const launch: Launch = {
  entry: 'copy',
  grid: [2, 1, 1],
  block: [32, 1, 1],
  cluster: [2, 1, 1],
  buffers: [
    { name: 'out', type: 'u16', length: 3, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 'u16', length: 3, init: { kind: 'values', values: [1, 2, 3] } },
    { name: 'count', type: 'u32', length: 1, init: { kind: 'zeros' }, output: true },
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'scalar', type: 's32', value: -1 },
  ],
};
const expected = () => new Map([['out', Uint8Array.of(1, 0, 2, 0, 3, 0)]]);
const runnable: RunnableLaunch = {
  module: MODULE,
  entry: 'copy',
  launch,
  variables: new Map(),
  expected,
};

async function written(...launches: RunnableLaunch[]) {
  const { launches: job, pieces } = await writeJob({ launches, reference: null });
  return { pieces, contenders: job.contenders };
}

describe('symbols', () => {
  const variables = new Map([['weights', 10]]);
  const withSymbol = (init: BufferInit): RunnableLaunch => ({
    ...runnable,
    ...{ variables, launch: { ...launch, symbols: [{ name: 'weights', type: 'u32', init }] } },
  });

  it('fill whole elements of what the module declares', async () => {
    const { pieces, contenders } = await written(withSymbol({ kind: 'iota', start: 7 }));
    const piece = hashOf(7, 0, 0, 0, 8, 0, 0, 0);
    expect(contenders[0].symbols).toEqual([{ name: 'weights', bytes: 8, piece }]);
    expect([...pieces.get(piece)!]).toEqual([7, 0, 0, 0, 8, 0, 0, 0]);
    expect((await written(withSymbol({ kind: 'poison' }))).contenders[0].symbols).toEqual([
      { name: 'weights', bytes: 8, fill: 0xff },
    ]);
  });

  it('that the module does not have are a bug', async () => {
    await expect(written({ ...withSymbol({ kind: 'zeros' }), variables: new Map() })).rejects.toThrow("'weights'");
  });
});

describe('the job of a comparison', () => {
  it('says everything of a launch, and keeps its bytes apart', async () => {
    const { pieces, contenders } = await written(runnable);
    expect(contenders).toEqual([
      {
        ...{ module: MODULE_HASH, entry: 'copy', grid: [2, 1, 1], block: [32, 1, 1], cluster: [2, 1, 1] },
        dynamicSharedBytes: 0,
        buffers: [
          { bytes: 6, fill: 0xff, isOutput: true },
          { bytes: 6, piece: hashOf(1, 0, 2, 0, 3, 0) },
          { bytes: 4, fill: 0, isOutput: true },
        ],
        symbols: [],
        params: [
          { hex: '0000000000000000', addresses: [{ offset: 0, buffer: 0, byteOffset: 0 }] },
          { hex: 'ffffffff', addresses: [] },
        ],
        expected: [{ buffer: 0, elementBytes: 2, piece: hashOf(1, 0, 2, 0, 3, 0) }],
      },
    ]);
    // The expected output of a copy is its input; equal bytes are there once.
    expect([...pieces.keys()]).toEqual([MODULE_HASH, hashOf(1, 0, 2, 0, 3, 0)]);
  });

  it('has the inputs of two variants once', async () => {
    const other = () => new Map([['out', new Uint8Array(6)]]);
    const { pieces, contenders } = await written(runnable, { ...runnable, expected: other });
    expect(contenders[1].buffers).toEqual(contenders[0].buffers);
    expect(contenders[1].expected).toEqual([{ buffer: 0, elementBytes: 2, piece: hashOf(0, 0, 0, 0, 0, 0) }]);
    expect(pieces.size).toBe(3);
  });

  it('lets launches overlap where they say so', async () => {
    const overlapping = { ...launch, programmaticStreamSerialization: true };
    const { contenders } = await written(runnable, { ...runnable, launch: overlapping });
    expect(contenders[0]).not.toHaveProperty('programmaticStreamSerialization');
    expect(contenders[1]).toEqual({ ...contenders[0], programmaticStreamSerialization: true });
  });

  it.each([
    ['of a buffer that is not there', new Map([['nothing', new Uint8Array(6)]])],
    ['of another length', new Map([['out', new Uint8Array(5)]])],
    ['that says nothing', new Map()],
  ])('is not made with a reference %s', async (_, wrong) => {
    await expect(written({ ...runnable, expected: () => wrong })).rejects.toThrow('assertion failed');
  });
});

describe('random reals', () => {
  const random = (init: BufferInit, type: 'bf16' | 'u32'): RunnableLaunch => ({
    ...runnable,
    launch: { ...launch, buffers: [...launch.buffers, { name: 'a', type, length: 2 ** 26, init }] },
  });

  it('are described, not sent', async () => {
    const { pieces, contenders } = await written(random({ kind: 'random', seed: 3, low: -1 }, 'bf16'));
    expect(contenders[0].buffers[3]).toEqual({
      bytes: 2 ** 27,
      random: { type: 'bf16', seed: 3, low: -1, high: 1 },
    });
    expect([...pieces.keys()]).toEqual([MODULE_HASH, hashOf(1, 0, 2, 0, 3, 0)]);
  });

  it.each(['f16', 'e4m3'] as const)('of %s are sent as bytes: the GPU process draws none', async type => {
    const a = { name: 'a', type, length: 5, init: { kind: 'random', seed: 3, low: -1 } } as const;
    const { pieces, contenders } = await written({
      ...runnable,
      launch: { ...launch, buffers: [...launch.buffers, a] },
    });
    const made = bufferBytes(a, 'a');
    assert(made.ok, 'they can be made');
    const piece = hashOf(...made.value);
    expect(contenders[0].buffers[3]).toEqual({ bytes: made.value.length, piece });
    expect(pieces.get(piece)).toEqual(made.value);
  });

  it('that no launch may have are a bug', async () => {
    await expect(written(random({ kind: 'random', seed: 0 }, 'bf16'))).rejects.toThrow('assertion failed');
  });
});

describe('a reference', () => {
  const double = (name: string) => ({ name, type: 'f64', length: 3, init: { kind: 'poison' }, output: true }) as const;
  const bound = { buffer: 'bound', indices: Uint32Array.of(2, 0), values: Float64Array.of(0.5, 1) };
  const reference: RunnableReference = {
    ...{ module: MODULE, entry: 'reference', variables: new Map() },
    launch: { grid: [1, 1, 1], block: [3, 1, 1], buffers: [double('value'), double('bound')], params: [] },
    spots: () => [bound],
    judged: new Map([['out', { values: 'value', bounds: 'bound' }]]),
  };
  const judged = async (by: RunnableReference | null, expected: RunnableLaunch['expected'] = null) => {
    const { launches: job, pieces } = await writeJob({ launches: [{ ...runnable, expected }], reference: by });
    return { ...job, pieces };
  };

  it('says what is right within its bounds, and brings what says that it is right itself', async () => {
    const { contenders, pieces, reference: by } = await judged(reference);
    expect(contenders[0].expected).toEqual([{ buffer: 0, elementBytes: 2, type: 'u16', values: 0, bounds: 1 }]);
    const [{ indices, values, ...spots }] = by!.spots;
    expect(spots).toEqual({ buffer: 1, count: 2 });
    expect(Buffer.from(pieces.get(indices)!).readUInt32LE()).toBe(2);
    expect(Buffer.from(pieces.get(values)!).readDoubleLE()).toBe(0.5);
    expect(by).toMatchObject({
      module: MODULE_HASH,
      buffers: [{ bytes: 24, fill: 0xff, isOutput: true }, { bytes: 24 }],
    });
  });

  it.each<[string, RunnableReference | null]>([
    ['that is not there', null],
    ['that nothing checks', { ...reference, spots: () => [] }],
    ['with fewer values than spots', { ...reference, spots: () => [{ ...bound, values: Float64Array.of(1) }] }],
    ['of a buffer that it does not have', { ...reference, spots: () => [{ ...bound, buffer: 'other' }] }],
    ['that judges nothing', { ...reference, judged: new Map() }],
    [
      'for a buffer of another length',
      { ...reference, judged: new Map([['count', { values: 'value', bounds: 'bound' }]]) },
    ],
  ])('%s is a bug', async (_, by) => {
    await expect(judged(by)).rejects.toThrow('assertion failed');
  });
});

describe('pieces', () => {
  const of = (...names: string[]) => new Map(names.map(name => [name, new Uint8Array(10)]));

  it('are sent once to a process, which gives up those that were used longest ago', () => {
    const sent = new SentPieces(30);
    expect(sent.plan(of('a', 'b'))).toEqual({ send: ['a', 'b'], drop: [] });
    expect(sent.plan(of('a', 'c'))).toEqual({ send: ['c'], drop: [] });
    expect(sent.plan(of('d'))).toEqual({ send: ['d'], drop: ['b'] });
    expect(sent.plan(of('b', 'd'))).toEqual({ send: ['b'], drop: ['a'] });
  });

  it('of a job all stay, however many they are', () => {
    const sent = new SentPieces(30);
    sent.plan(of('a'));
    expect(sent.plan(of('b', 'c', 'd', 'e'))).toEqual({ send: ['b', 'c', 'd', 'e'], drop: ['a'] });
  });

  it('are with a process exactly as it was told', () => {
    const jobs = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 }), { maxLength: 20 });
    fc.assert(
      fc.property(jobs, fc.integer({ min: 0, max: 90 }), (each, most) => {
        const sent = new SentPieces(most);
        const there = new Set<string>();
        for (const names of each) {
          const { send, drop } = sent.plan(of(...names));
          for (const name of drop) expect(there.delete(name)).toBe(true);
          for (const name of send) expect(there.has(name)).toBe(false);
          for (const name of send) there.add(name);
          expect(names.every(name => there.has(name))).toBe(true);
          expect(there.size * 10).toBeLessThanOrEqual(Math.max(most, names.length * 10));
        }
      }),
    );
  });
});
