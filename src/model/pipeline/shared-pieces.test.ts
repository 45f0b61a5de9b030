import { expect, it } from 'vitest';
import { fa3ForwardFp8 } from './presets/attention.ts';
import { PRESETS } from './presets/index.ts';
import { presetScenario, sharedBytes } from './presets/preset.ts';
import { sharedPieces } from './shared-pieces.ts';

it.each(PRESETS)('the buffers of $id end where they are counted to', preset => {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  const pieces = sharedPieces(scenario.value);
  expect(Math.max(...pieces.map(({ to }) => to))).toBe(sharedBytes(scenario.value));
  const own = pieces.filter(({ over }) => over.length === 0);
  for (const [i, { from }] of own.entries()) expect(from).toBe(own[i - 1]?.to ?? 0);
});

it.each([64, 96, 128, 192, 256])(
  'a tile of 8-bit attention at head dimension %i, whose O may be larger than V',
  headDim => {
    const scenario = presetScenario(fa3ForwardFp8, { headDim });
    if (!scenario.ok) throw new Error(scenario.error.message);
    const pieces = sharedPieces(scenario.value);
    expect(Math.max(...pieces.map(({ to }) => to))).toBe(sharedBytes(scenario.value));
    const [o, v] = ['o', 'v'].map(name => pieces.filter(({ buffer }) => buffer === name));
    const others = pieces.filter(({ buffer }) => buffer !== 'o' && buffer !== 'v');
    expect(o[0].to).toBeGreaterThan(v[0].from);
    for (const { from, to } of others) expect(to <= o[0].from || from >= o[0].to).toBe(true);
  },
);

it('lays a buffer over another where that begins', () => {
  const buffers = [
    { name: 'q', stages: 1, bytes: 64 },
    { name: 'v', stages: 2, bytes: 32 },
    { name: 'o', stages: 1, bytes: 48, overlays: ['v'] },
  ];
  expect(sharedPieces({ buffers }).map(({ buffer, from, to }) => [buffer, from, to])).toEqual([
    ['q', 0, 64],
    ['v', 64, 96],
    ['v', 96, 128],
    ['o', 64, 112],
  ]);
});
