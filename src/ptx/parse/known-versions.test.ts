import { describe, expect, it, test } from 'vitest';
import { targetRefusal, versionRefusal } from './known-versions.ts';
import { parseModule } from './module.ts';

const moduleText = (version: string, target: string, body = '') =>
  `.version ${version}\n.target ${target}\n.address_size 64\n${body}`;

describe('versions and targets', () => {
  // Triton, clang, Numba, nvcc 11 to 13.
  it.each([
    ['6.0', 'sm_50'],
    ['6.4', 'sm_75'],
    ['7.8', 'sm_86'],
    ['8.7', 'sm_100a'],
    ['8.8', 'sm_103f'],
    ['9.0', 'sm_121a'],
    ['9.1', 'sm_90a, debug'],
  ])('%s for %s is read', (version, target) => expect(parseModule(moduleText(version, target)).ok).toBe(true));

  it.each([
    ['99.9', 'sm_90', 1, /PTX version 99\.9 is not known here; versions 1\.0 to 9\.x are/],
    ['6.9', 'sm_90', 1, /PTX version 6\.9/],
    ['9.0', 'sm_1', 2, /target 'sm_1' is not known here/],
    ['9.0', 'sm_80a', 2, /target 'sm_80a'/],
    ['9.0', 'sm_90f', 2, /target 'sm_90f'/],
    ['9.0', 'gfx942', 2, /target 'gfx942'/],
  ])('%s for %s is refused by name', (version, target, line, message) => {
    const read = parseModule(moduleText(version, target));
    expect(read).toMatchObject({
      ok: false,
      error: { kind: 'refused', line, message: expect.stringMatching(message) },
    });
  });

  it('knows what it knows', () => {
    expect([versionRefusal(1, 0), versionRefusal(9, 3), targetRefusal('sm_120f')]).toEqual([null, null, null]);
  });
});

test('reading ends at its deadline, and says how far it came', () => {
  const text = moduleText(
    '9.0',
    'sm_90',
    `.visible .entry k() {\n.reg .b32 %r<2>;\n${'mov.b32 %r1, %r1;\n'.repeat(200_000)}}`,
  );
  let asked = 0;
  const read = parseModule(text, { isOver: () => ++asked > 2 });
  expect(read).toMatchObject({ ok: false, error: { kind: 'late', message: 'the time was over' } });
  expect(read.ok ? 0 : read.error.line).toBeGreaterThan(1000);
  expect(read.ok ? 0 : read.error.line).toBeLessThan(150_000);
  expect(parseModule(text, { isOver: () => false }).ok).toBe(true);
});

test('a byte order mark is no part of the text', () => {
  expect(parseModule(`\ufeff${moduleText('9.0', 'sm_90')}`).ok).toBe(true);
});
