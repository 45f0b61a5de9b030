import { expect, it } from 'vitest';
import { whyNoCompiler } from './compile-cuda.ts';

const machine = { nvcc: { version: '13.0.88' }, gpus: [], archs: ['sm_90'], recordedRuns: 0, allowSource: true };

it('says what keeps CUDA from being compiled, and how to turn it on', () => {
  expect(whyNoCompiler(machine)).toBeNull();
  expect(whyNoCompiler({ ...machine, allowSource: false })).toContain('npm start -- --allow-source');
  expect(whyNoCompiler({ ...machine, nvcc: null })).toContain('no nvcc');
  expect(whyNoCompiler(null)).toContain('npm start -- --allow-source');
});
