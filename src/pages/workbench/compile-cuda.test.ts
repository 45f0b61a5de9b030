import { expect, it } from 'vitest';
import { compileSourceRequestSchema } from '../../contract/api.ts';
import { compileCommand, failureOf, plainName, warningsIn, whyNoCompiler } from './compile-cuda.ts';
import { BLANK_LAUNCH } from './module-reading.ts';

const machine = {
  nvcc: { version: '13.0.88' },
  gpus: [],
  archs: ['sm_90'],
  recordedRuns: 0,
  places: [],
  allowSource: true,
};

it('says what keeps CUDA from being compiled, and how to turn it on', () => {
  expect(whyNoCompiler(machine)).toBeNull();
  expect(whyNoCompiler({ ...machine, allowSource: false })).toContain('npm start -- --allow-source');
  expect(whyNoCompiler({ ...machine, nvcc: null })).toContain('no nvcc');
  expect(whyNoCompiler(null)).toContain('npm start -- --allow-source');
});

const documentNamed = (name: string) => ({
  version: 1 as const,
  title: name,
  source: { language: 'cuda' as const, name, text: '' },
  arch: 'sm_90a',
  launch: BLANK_LAUNCH,
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'first' as const,
  expectations: [],
});

it('says what compiles a text by hand, as a shell takes it', () => {
  expect(compileCommand(documentNamed('kernels/sum.cu'))).toBe('nvcc -ptx -lineinfo -arch=sm_90a sum.cu');
  expect(compileCommand(documentNamed("it's.cu"))).toBe("nvcc -ptx -lineinfo -arch=sm_90a 'it'\\''s.cu'");
  expect(compileCommand(documentNamed('-o.cu'))).toContain('./-o.cu');
});

function failure(diagnostics: string, message = 'nvcc ended with code 1') {
  const failed = failureOf({ at: 'nvcc', message, diagnostics });
  return [failed.message, failed.place];
}

it('has each error and warning at its own line', () => {
  const diagnostics =
    'k.cu(2): warning #177-D: "a" is not used\nk.cu(12): error: expected a ";"\nk.cu:13:7: error: more';
  expect(failureOf({ at: 'nvcc', message: 'nvcc ended with code 1', diagnostics }).said).toEqual([
    { kind: 'warning', line: 2, column: 1, words: '"a" is not used' },
    { kind: 'error', line: 12, column: 1, words: 'expected a ";"' },
    { kind: 'error', line: 13, column: 7, words: 'more' },
  ]);
});

it('finds all errors and warnings, and the place of the first error, whichever stage of nvcc wrote it', () => {
  const warned = 'own kernel.cu(2): warning #177-D: variable "a" was declared\n\n';
  expect(failure(`${warned}own kernel.cu(12): error: expected a ";"\nown.cu(13): error: more`)).toEqual([
    '2 errors: line 12: expected a ";"; line 13: more. 1 warning: line 2: variable "a" was declared',
    { line: 12, column: 1 },
  ]);
  const one = 'own.cu(3): error: ptxas: Unknown modifier';
  expect(failure(one)).toEqual(['ptxas: Unknown modifier', { line: 3, column: 1 }]);
  // A hint that follows a list belongs to none of its lines.
  expect(failure(`${warned}${one}`, 'the text may need sm_90a')[0]).toMatch(
    /"a" was declared\. The text may need sm_90a$/,
  );
  const many = Array.from({ length: 20 }, (_, i) => `own.cu(${i + 1}): error: e${i}`).join('\n');
  expect(failure(many)[0]).toMatch(/^20 errors: line 1: e0; .*; 8 more$/);
  const missing = 'own.cu:4:10: fatal error: x.h: No such file or directory\ncompilation terminated.';
  const place = { line: 4, column: 10 };
  expect(failure(missing)).toEqual(['x.h: No such file or directory', place]);
  expect(failure(missing, 'no other file')).toEqual(['x.h: No such file or directory: no other file', place]);
  expect(failure('own.cu(1): catastrophic error: cannot open source file "x"')[1]).toEqual({ line: 1, column: 1 });
  expect(failure('Killed')).toEqual(['nvcc: nvcc ended with code 1\nKilled', null]);
});

it('finds the warnings of what compiled', () => {
  const said = 'own.cu(2): warning #177-D: variable "a" was declared\n    int a;\n        ^\nRemark: more\n';
  expect(warningsIn(said)).toEqual([{ line: 2, words: 'variable "a" was declared' }]);
  expect(warningsIn('')).toEqual([]);
});

it('sends a name that the server takes', () => {
  const sent = ['own kernel.cu', 'lab\\a/own.cu', 'a"b\n.cu', 'kernel', 'x'.repeat(500)].map(plainName);
  expect(sent.slice(0, 4)).toEqual(['own kernel.cu', 'own.cu', 'a_b_.cu', 'kernel.cu']);
  for (const name of sent)
    expect(compileSourceRequestSchema.safeParse({ name, text: 'x', arch: 'sm_90' }).success).toBe(true);
});
