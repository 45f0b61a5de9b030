/** The generated loops: up to date with the table, and equal to the plain loop lane by lane. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handlersText } from '../../../scripts/build-handlers.ts';
import { CORE_HANDLERS } from './core-handlers.generated.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import { HANDLERS } from './handlers.generated.ts';
import { plainLoop } from './loops.ts';

const LOOPS = { ...CORE_HANDLERS, ...HANDLERS };

const WORDS = 32 * 16;
const SLOTS = { d: 0, a: 128, b: 192, c: 256, e: 320 };
const PATTERNS = [0, 1, -1, 0x7fffffff, -0x80000000, 0x3f800000, 0x40490fdb, 0x7fc00000, 0x55555555, 31, 0x3ff00000];

function lanes(): { r: Int32Array; u: Uint32Array; f: Float32Array } {
  const buffer = new ArrayBuffer(WORDS * 4);
  const r = new Int32Array(buffer);
  for (let i = 0; i < WORDS; i++)
    r[i] = PATTERNS[(i * 7 + (i >> 5)) % PATTERNS.length] ^ (i % 3 === 0 ? i * 0x9e3779b1 : 0);
  return { r, u: new Uint32Array(buffer), f: new Float32Array(buffer) };
}

test.each([
  ['core-handlers.generated.ts', true],
  ['handlers.generated.ts', false],
])('%s is what the table makes now', (name, ofCore) => {
  const committed = readFileSync(new URL(name, import.meta.url), 'utf8');
  expect(committed === handlersText(ofCore), 'run: npm run build-handlers').toBe(true);
});

test.each(Object.keys(EFFECTS) as EffectName[])('%s: generated and plain loop agree', name => {
  for (const mask of [-1, 1, 0x0f0f00f1, -0x80000000]) {
    const [generated, plain] = [lanes(), lanes()];
    const bits = LOOPS[name](generated, SLOTS, mask);
    expect(bits).toBe(plainLoop(EFFECTS[name])(plain, SLOTS, mask));
    expect(generated.r).toEqual(plain.r);
  }
});

test('a destination may be one of the sources', () => {
  const state = lanes();
  const expected = lanes();
  LOOPS['add.b64'](state, { ...SLOTS, d: SLOTS.a }, -1);
  LOOPS['add.b64'](expected, SLOTS, -1);
  expect(state.r.subarray(SLOTS.a, SLOTS.a + 64)).toEqual(expected.r.subarray(SLOTS.d, SLOTS.d + 64));
});
