import { readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { BufferInit, Launch } from '../../src/trace/launch.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { type RunnableLaunch, writeContenders } from './job-order.ts';

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
const reference = new Map([['out', Uint8Array.of(1, 0, 2, 0, 3, 0)]]);
const runnable: RunnableLaunch = {
  module: '/m.cubin',
  entry: 'copy',
  launch,
  variables: new Map(),
  reference,
  tolerance: 0,
};

async function written(...launches: RunnableLaunch[]) {
  const folder = temporaryFolder();
  folders.push(folder);
  const { data, contenders } = await writeContenders(folder, launches);
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
        expected: [{ buffer: 0, dataOffset: 0, type: 'u16', tolerance: 0 }],
      },
    ]);
    // What is expected of a copy is its input: equal bytes are written once.
    expect([...bytes]).toEqual([1, 0, 2, 0, 3, 0]);
  });

  it('has the inputs of two variants once', async () => {
    const other = new Map([['out', new Uint8Array(6)]]);
    const { bytes, contenders } = await written(runnable, { ...runnable, reference: other });
    expect(contenders[1].buffers).toEqual(contenders[0].buffers);
    expect(contenders[1].expected[0].dataOffset).toBe(256);
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
    await expect(written({ ...runnable, reference: wrong })).rejects.toThrow('assertion failed');
  });
});
