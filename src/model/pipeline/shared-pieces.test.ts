import { expect, it } from 'vitest';
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
