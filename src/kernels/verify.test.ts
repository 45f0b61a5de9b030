import { expect, test } from 'vitest';
import type { Fault } from '../trace/fault.ts';
import { catalog } from './catalog.ts';
import type { KernelCase } from './kernel.ts';
import { casesOn, type EmulatedRun, isExpected, verifyCase } from './verify.ts';

const transpose = catalog.get('transpose')!;
const small: KernelCase = { id: 'small', title: 'One CTA', params: { rows: 20, columns: 30 } };
const variantOf = (id: string) => transpose.variants.find(v => v.id === id)!;

/** A run in which the machine does exactly what the model of `variant` says. */
const runOf = (variant: string, params = small.params): EmulatedRun => ({
  result: {
    faults: [],
    buffers: new Map([...transpose.reference(variant, params)].map(([name, b]) => [name, b.slice()])),
  },
  trace: transpose.predict(variant, params, 0).trace,
});

type Kind = 'unsupported' | 'limit' | 'race' | 'uninitialisedRead';
const faultOf = (kind: Kind): Fault => {
  const place = { file: '', line: 1, ptxLine: 1, instruction: 'nop' };
  const who = { cta: 0, warp: 0, lane: 0 };
  const base = { message: `${kind} in line 1`, place, who };
  if (kind === 'race') return { ...base, kind, address: 0, between: 'warps', interval: 0, other: { place, who } };
  if (kind === 'uninitialisedRead') return { ...base, kind, address: 0 };
  return kind === 'limit' ? { ...base, kind } : { ...base, kind, opcode: 'nop' };
};
const faulted = (...kinds: Kind[]): EmulatedRun => {
  const run = runOf('tiled');
  return { ...run, result: { ...run.result, faults: kinds.map(faultOf) } };
};
const outcomeOf = (variant: string, run: EmulatedRun) => verifyCase(transpose, variant, small, run);

test('the model agrees with itself', () => {
  const verification = outcomeOf('tiled', runOf('tiled'));
  expect(verification).toMatchObject({ outcome: 'agrees', comparison: { totalLanes: 4 * 20 * 30 } });
  expect(isExpected(variantOf('tiled'), small, verification)).toBe(true);
});

test('another layout differs, and says where', () => {
  const verification = outcomeOf('padded', runOf('tiled'));
  expect(verification).toMatchObject({
    outcome: 'differs',
    at: 'warp 0 lane 1, 1st shared load: predicted 0x0084, emulated 0x0080',
  });
  expect(isExpected(variantOf('padded'), small, verification)).toBe(false);
});

test('one wrong byte is a wrong answer', () => {
  const run = runOf('tiled');
  run.result.buffers.get('out')![1999] ^= 1;
  expect(outcomeOf('tiled', run)).toMatchObject({ outcome: 'wrongAnswer', buffer: 'out', byteOffset: 1999 });
});

test('a missing or short buffer is a wrong answer', () => {
  const run = runOf('tiled');
  const withBuffers = (buffers: Map<string, Uint8Array>) => ({ ...run, result: { ...run.result, buffers } });
  expect(outcomeOf('tiled', withBuffers(new Map())).outcome).toBe('wrongAnswer');
  expect(outcomeOf('tiled', withBuffers(new Map([['out', new Uint8Array(8)]]))).outcome).toBe('wrongAnswer');
});

test('what the emulator cannot do is told apart from what the kernel does wrong', () => {
  expect(outcomeOf('tiled', faulted('unsupported')).outcome).toBe('refused');
  expect(outcomeOf('tiled', faulted('limit')).outcome).toBe('refused');
  expect(outcomeOf('tiled', faulted('race'))).toMatchObject({ outcome: 'faulted', at: 'race in line 1' });
});

test('of several faults the cause is named, not its symptom', () => {
  const verification = outcomeOf('tiled', faulted('uninitialisedRead', 'race', 'limit'));
  expect(verification).toMatchObject({ outcome: 'faulted', at: 'race in line 1', faults: { length: 3 } });
  expect(outcomeOf('tiled', faulted('uninitialisedRead', 'limit'))).toMatchObject({
    outcome: 'faulted',
    at: 'uninitialisedRead in line 1',
  });
});

test('a known-wrong variant must fail by the right check', () => {
  const wrong = variantOf('missing-barrier');
  const expected = (run: EmulatedRun, kernelCase = small) => isExpected(wrong, kernelCase, outcomeOf(wrong.id, run));
  expect(expected(faulted('race'))).toBe(true);
  expect(expected(faulted('uninitialisedRead', 'race'))).toBe(true);
  expect(expected(faulted('uninitialisedRead'))).toBe(false);
  expect(expected(faulted('unsupported'))).toBe(false);
  expect(expected(runOf('tiled'))).toBe(false);
  expect(expected(runOf('tiled'), { ...small, hides: [wrong.id] })).toBe(true);
});

test('CTAs that were not observed are not compared', () => {
  const wide: KernelCase = { ...small, params: { rows: 20, columns: 50 } };
  const run = runOf('tiled', wide.params);
  expect(verifyCase(transpose, 'tiled', wide, run)).toMatchObject({
    outcome: 'differs',
    at: 'CTA 1 warp 0 lane 0, 1st global load: predicted, but not emulated',
  });
  expect(verifyCase(transpose, 'tiled', wide, { ...run, ctas: [0] }).outcome).toBe('agrees');
});

test('a case may leave out architectures that it does not fit', () => {
  const ids = (arch: string) => casesOn(transpose, 'tiled', arch).map(c => c.id);
  const fitting = transpose.cases.filter(c => transpose.refusal('tiled', c.params) === null);
  expect(ids('sm_90')).toEqual(fitting.map(c => c.id));
  expect(ids('sm_90').filter(id => !ids('sm_75').includes(id))).toEqual(['tile-64-bytes-16']);
});
