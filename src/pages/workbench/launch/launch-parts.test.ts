/** What a launch says of the one before it: set, kept by the schema, and taken away again without a trace. */
import { expect, test } from 'vitest';
import { parseLaunch } from '../../../contract/launch.ts';
import type { Launch } from '../../../trace/launch.ts';
import { buffersBehind, withLaunchBefore, withOverlap } from './launch-parts.ts';

const alone: Launch = {
  ...{ grid: [1, 1, 1], block: [32, 1, 1] },
  buffers: [
    { name: 'x', type: 'f32', length: 32, init: { kind: 'iota' } },
    { name: 'y', type: 'f32', length: 32, init: { kind: 'poison' }, output: true },
  ],
  params: [
    { kind: 'pointer', buffer: 'x' },
    { kind: 'pointer', buffer: 'y' },
  ],
};

test.each(['writes', 'reads', 'nothing'] as const)('the launch before %s one buffer', does => {
  const overlapping = withLaunchBefore(withOverlap(alone, true), 1, does);
  expect(parseLaunch(overlapping)).toEqual({ ok: true, value: overlapping });
  expect(overlapping).toMatchObject({ programmaticStreamSerialization: true, buffers: [{}, { launchBefore: does }] });
  expect(overlapping.buffers[0]).toEqual(alone.buffers[0]);
  expect(withOverlap(withLaunchBefore(overlapping, 1, null), false)).toEqual(alone);
});

test('a buffer stands behind the first pointer to it: in another buffer, if no parameter has one', () => {
  const nodes = { ...alone.buffers[0], name: 'nodes', type: 'u64' } as const;
  const pointers = ['nodes', 'y', 'x', 'x'].map((buffer, i) => ({ kind: 'pointer', offset: 8 * i, buffer }) as const);
  const launch: Launch = {
    ...alone,
    buffers: [...alone.buffers, { ...nodes, fields: pointers }, { ...alone.buffers[0], name: 'z' }],
    params: [
      { kind: 'pointer', buffer: 'nodes' },
      { kind: 'pointer', buffer: 'y' },
    ],
  };
  expect(buffersBehind(launch, 2)).toEqual([0]);
  expect(buffersBehind(launch, 0)).toEqual([]);
});
