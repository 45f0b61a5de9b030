import { readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { BufferInit, Launch } from '../../src/trace/launch.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { type RunnableLaunch, type RunnableReference, writeLaunches } from './job-order.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

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
  module: '/m.cubin',
  entry: 'copy',
  launch,
  variables: new Map(),
  expected,
};

async function written(...launches: RunnableLaunch[]) {
  const folder = temporaryFolder();
  folders.push(folder);
  const { data, contenders } = await writeLaunches(folder, { launches, reference: null });
  return { bytes: readFileSync(data), contenders };
}

describe('symbols', () => {
  const variables = new Map([['weights', 10]]);
  const withSymbol = (init: BufferInit): RunnableLaunch => ({
    ...runnable,
    ...{ variables, launch: { ...launch, symbols: [{ name: 'weights', type: 'u32', init }] } },
  });

  it('fill whole elements of what the module declares', async () => {
    const { bytes, contenders } = await written(withSymbol({ kind: 'iota', start: 7 }));
    expect(contenders[0].symbols).toEqual([{ name: 'weights', bytes: 8, dataOffset: 256 }]);
    expect([...bytes.subarray(256)]).toEqual([7, 0, 0, 0, 8, 0, 0, 0]);
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
    const { bytes, contenders } = await written(runnable);
    expect(contenders).toEqual([
      {
        ...{ module: '/m.cubin', entry: 'copy', grid: [2, 1, 1], block: [32, 1, 1], cluster: [2, 1, 1] },
        dynamicSharedBytes: 0,
        buffers: [
          { bytes: 6, fill: 0xff, isOutput: true },
          { bytes: 6, dataOffset: 0 },
          { bytes: 4, fill: 0, isOutput: true },
        ],
        symbols: [],
        params: [
          { hex: '0000000000000000', addresses: [{ offset: 0, buffer: 0, byteOffset: 0 }] },
          { hex: 'ffffffff', addresses: [] },
        ],
        expected: [{ buffer: 0, elementBytes: 2, dataOffset: 0 }],
      },
    ]);
    // The expected output of a copy is its input; equal bytes are written once.
    expect([...bytes]).toEqual([1, 0, 2, 0, 3, 0]);
  });

  it('has the inputs of two variants once', async () => {
    const other = () => new Map([['out', new Uint8Array(6)]]);
    const { bytes, contenders } = await written(runnable, { ...runnable, expected: other });
    expect(contenders[1].buffers).toEqual(contenders[0].buffers);
    expect(contenders[1].expected).toEqual([{ buffer: 0, elementBytes: 2, dataOffset: 256 }]);
    expect(bytes.length).toBe(262);
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

  it('are described, not written', async () => {
    const { bytes, contenders } = await written(random({ kind: 'random', seed: 3, low: -1 }, 'bf16'));
    expect(contenders[0].buffers[3]).toEqual({
      bytes: 2 ** 27,
      random: { type: 'bf16', seed: 3, low: -1, high: 1 },
    });
    expect(bytes.length).toBe(6);
  });

  it('that no launch may have are a bug', async () => {
    await expect(written(random({ kind: 'random', seed: 0 }, 'bf16'))).rejects.toThrow('assertion failed');
  });
});

describe('a reference', () => {
  const double = (name: string) => ({ name, type: 'f64', length: 3, init: { kind: 'poison' }, output: true }) as const;
  const bound = { buffer: 'bound', indices: Uint32Array.of(2, 0), values: Float64Array.of(0.5, 1) };
  const reference: RunnableReference = {
    ...{ module: '/r.cubin', entry: 'reference', variables: new Map() },
    launch: { grid: [1, 1, 1], block: [3, 1, 1], buffers: [double('value'), double('bound')], params: [] },
    spots: () => [bound],
    judged: new Map([['out', { values: 'value', bounds: 'bound' }]]),
  };
  const judged = async (by: RunnableReference | null, expected: RunnableLaunch['expected'] = null) => {
    const folder = temporaryFolder();
    folders.push(folder);
    const job = await writeLaunches(folder, { launches: [{ ...runnable, expected }], reference: by });
    return { ...job, bytes: readFileSync(job.data) };
  };

  it('says what is right within its bounds, and brings what says that it is right itself', async () => {
    const { contenders, bytes, reference: by } = await judged(reference);
    expect(contenders[0].expected).toEqual([{ buffer: 0, elementBytes: 2, type: 'u16', values: 0, bounds: 1 }]);
    const [{ indicesOffset, valuesOffset, ...spots }] = by!.spots;
    expect(spots).toEqual({ buffer: 1, count: 2 });
    expect(bytes.readUInt32LE(indicesOffset)).toBe(2);
    expect(bytes.readDoubleLE(valuesOffset)).toBe(0.5);
    expect(by).toMatchObject({
      module: '/r.cubin',
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
