import { describe, expect, it } from 'vitest';
import { fa3Forward, fa3ForwardFp8 } from './attention.ts';
import { type OrderPart, orderOf } from './attention-order.ts';
import { type PipelinePreset, type PresetValues, presetScenario } from './preset.ts';

function order(preset: PipelinePreset, role: string, changes: PresetValues): string {
  const scenario = presetScenario(preset, { tiles: 1, blocks: 5, ...changes });
  if (!scenario.ok) throw new Error(scenario.error.message);
  return spelled(orderOf(scenario.value.roles.find(({ name }) => name === role)!));
}

const spelled = (parts: readonly OrderPart[]): string =>
  parts
    .map(({ times, words }) => {
      const text = words.map(word => word.text).join(', ');
      return times === null ? text : `{ ${text} }`;
    })
    .join(' ');

describe('loads', () => {
  it('of V come a block behind K with the overlap', () => {
    expect(order(fa3Forward, 'producer', { overlap: true })).toBe(
      'load K[N−1], sync QueryEmpty, load Q, wait until O has left { load K[n], load V[n+1] } load V[0]',
    );
  });

  it('of K and V come together without it', () => {
    expect(order(fa3Forward, 'producer', { overlap: false })).toBe(
      'load K[N−1], sync QueryEmpty, load Q, wait until O has left, load V[N−1] { load K[n], load V[n] }',
    );
  });

  it('of V come first where it is turned', () => {
    expect(order(fa3ForwardFp8, 'producer', { overlap: true })).toMatch(
      /^load V\[N−1\], load K\[N−1\], sync QueryEmpty, load Q, .* \{ load V\[n\], load K\[n\], wait for V\[n\+1\], turn V\[n\+1\], .* turn V\[0\]/,
    );
  });
});

describe('products', () => {
  it('of a block begin before those of the block before it, with the overlap', () => {
    const words = order(fa3Forward, 'consumer 2', { overlap: true });
    expect(words).toContain(
      'wait for Q, wait for K[N−1], S = Q·K[N−1], wait for all products, release K[N−1], softmax',
    );
    expect(words).toContain(
      '{ wait for its turn, S = Q·K[n], wait for V[n+1], O += P·V[n+1], pass the turn, wait for S, release K[n], softmax, wait for all products, release V[n+1] }',
    );
    expect(words).toContain('arrive QueryEmpty, wait for V[0], O += P·V[0], wait for all products, release V[0]');
  });

  it('follow each other without it', () => {
    const words = order(fa3Forward, 'consumer 1', { overlap: false, pingPong: false });
    expect(words).toContain(
      '{ wait for K[n], S = Q·K[n], wait for all products, release K[n], softmax, wait for V[n], O += P·V[n], wait for all products, release V[n] }',
    );
    expect(words).not.toContain('turn');
  });
});
