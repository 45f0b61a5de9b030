import { expect, it } from 'vitest';
import { compileSourceRequestSchema } from '../../contract/api.ts';
import { plainName, saidBy, whyNoCompiler } from './compile-cuda.ts';

const machine = { nvcc: { version: '13.0.88' }, gpus: [], archs: ['sm_90'], recordedRuns: 0, allowSource: true };

it('says what keeps CUDA from being compiled, and how to turn it on', () => {
  expect(whyNoCompiler(machine)).toBeNull();
  expect(whyNoCompiler({ ...machine, allowSource: false })).toContain('npm start -- --allow-source');
  expect(whyNoCompiler({ ...machine, nvcc: null })).toContain('no nvcc');
  expect(whyNoCompiler(null)).toContain('npm start -- --allow-source');
});

const failure = (diagnostics: string, message = 'nvcc ended with code 1') =>
  saidBy({ at: 'nvcc', message, diagnostics });

it('finds the first error and its place, whichever stage of nvcc wrote it', () => {
  const warned = 'own kernel.cu(2): warning #177-D: variable "a" was declared\n\n';
  expect(failure(`${warned}own kernel.cu(12): error: expected a ";"\nown.cu(13): error: more`)).toEqual([
    'expected a ";"',
    { line: 12, column: 1 },
  ]);
  const missing = 'own.cu:4:10: fatal error: x.h: No such file or directory\ncompilation terminated.';
  const place = { line: 4, column: 10 };
  expect(failure(missing)).toEqual(['x.h: No such file or directory', place]);
  expect(failure(missing, 'no other file')).toEqual(['x.h: No such file or directory: no other file', place]);
  expect(failure('own.cu(1): catastrophic error: cannot open source file "x"')[1]).toEqual({ line: 1, column: 1 });
  expect(failure('Killed')).toEqual(['nvcc: nvcc ended with code 1\nKilled', null]);
});

it('sends a name that the server takes', () => {
  const sent = ['own kernel.cu', 'lab\\a/own.cu', 'a"b\n.cu', 'kernel', 'x'.repeat(500)].map(plainName);
  expect(sent.slice(0, 4)).toEqual(['own kernel.cu', 'own.cu', 'a_b_.cu', 'kernel.cu']);
  for (const name of sent)
    expect(compileSourceRequestSchema.safeParse({ name, text: 'x', arch: 'sm_90' }).success).toBe(true);
});
