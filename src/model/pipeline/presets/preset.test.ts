import { describe, expect, it } from 'vitest';
import { fa3Forward } from './attention.ts';
import { v4Persistent } from './gemm-specialized.ts';
import { presetScenario, sharedBytes } from './preset.ts';

describe('presetScenario', () => {
  it.each([
    { preset: v4Persistent, changes: { stages: null }, field: 'stages', says: /^expected a whole number/ },
    {
      preset: v4Persistent,
      changes: { copyBytesPerClk: Number.NaN },
      field: 'copyBytesPerClk',
      says: /^expected a number/,
    },
    { preset: v4Persistent, changes: { steps: 4096, tiles: 256 }, field: 'steps', says: /at most 1000000 are played$/ },
    { preset: fa3Forward, changes: { blocks: 1024, tiles: 64 }, field: 'blocks', says: /at most 1000000 are played$/ },
    {
      preset: fa3Forward,
      changes: { headDim: 100 },
      field: 'headDim',
      says: /^expected one of 64, 96, 128, 192, 256$/,
    },
    { preset: fa3Forward, changes: { overlap: 1 }, field: 'overlap', says: /^expected true or false$/ },
    { preset: fa3Forward, changes: { stages: 3 }, field: 'stages', says: /^the buffers take 303104 bytes/ },
  ])('refuses $changes', ({ preset, changes, field, says }) => {
    const refused = presetScenario(preset, changes);
    expect(refused).toMatchObject({ ok: false, error: { field } });
    expect(refused.ok ? '' : refused.error.message).toMatch(says);
  });
});

describe('sharedBytes', () => {
  it('counts what lies in one place once', () => {
    const [v, q] = [
      { name: 'v', stages: 2, bytes: 100 },
      { name: 'q', stages: 1, bytes: 10 },
    ];
    const over = (bytes: number) => sharedBytes({ buffers: [v, q, { name: 'o', stages: 1, bytes, overlays: ['v'] }] });
    expect([over(50), over(200), over(250)]).toEqual([210, 210, 260]);
  });
});
