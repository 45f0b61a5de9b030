/** The hook in Python, with modules that stand in for Triton and Numba. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCheckout } from '../../../server/checkout.ts';
import { findProgram } from '../../../server/exec/containment.ts';

const hook = join(findCheckout(), 'cuda/capture/python');
const python = findProgram('python3');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hook-test-'));
  mkdirSync(join(folder, 'ptx'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function module(path: string, text: string): void {
  const file = join(folder, 'site', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Output of the program. */
function run(program: string, environment: Readonly<Record<string, string>> = {}): string {
  const env = {
    ...{ PATH: process.env.PATH, PYTHONPATH: `${hook}:${join(folder, 'site')}`, PYTHONDONTWRITEBYTECODE: '1' },
    ...{ LANESCAPE_CAPTURE_PTX: join(folder, 'ptx'), ...environment },
  };
  return execFileSync(python ?? 'python3', ['-c', program], { env, encoding: 'utf8' });
}

const nameOf = (cubin: string): string => `${cubin.length}-${crc32(cubin).toString(16).padStart(8, '0')}.ptx`;

describe.skipIf(python === null)('the hook in Python', () => {
  it('keeps the PTX of a kernel that Triton compiled, under the name of its machine code', () => {
    module('triton/__init__.py', '');
    module('triton/compiler/__init__.py', '');
    module(
      'triton/compiler/compiler.py',
      "class CompiledKernel:\n    def __init__(self, cubin):\n        self.asm = {'cubin': cubin, 'ptx': '.version 8.0'}\n",
    );
    const program =
      'from triton.compiler.compiler import CompiledKernel\nfor _ in range(2): CompiledKernel(b"machine code")';
    expect(run(program)).toBe('');
    expect(readdirSync(join(folder, 'ptx/triton'))).toEqual([nameOf('machine code')]);
    expect(readFileSync(join(folder, 'ptx/triton', nameOf('machine code')), 'utf8')).toBe('.version 8.0');
  });

  it('keeps the PTX of what Numba links, once it is asked for its machine code', () => {
    module('numba/__init__.py', '');
    module('numba/cuda/__init__.py', '');
    module(
      'numba/cuda/codegen.py',
      'class CUDACodeLibrary:\n    def get_cubin(self, cc=None):\n        return type("Code", (), {"code": b"linked"})\n    def get_asm_str(self):\n        return ".version 9.0"\n',
    );
    expect(run('import numba.cuda.codegen as c; print(c.CUDACodeLibrary().get_cubin().code)')).toBe("b'linked'\n");
    expect(readdirSync(join(folder, 'ptx/numba'))).toEqual([nameOf('linked')]);
  });

  it("goes on where a compiler is not as it knows them: the program's own work counts", () => {
    module('triton/__init__.py', '');
    module('triton/compiler/__init__.py', '');
    module('triton/compiler/compiler.py', 'class AnotherName: pass\n');
    expect(run('import triton.compiler.compiler as c; print(c.AnotherName.__name__)')).toBe('AnotherName\n');
    expect(readdirSync(join(folder, 'ptx'))).toEqual([]);
  });

  it("runs the machine's own sitecustomize, and is not found itself", () => {
    module('sitecustomize.py', 'print("own")\n');
    expect(
      run('import sys, sitecustomize; print(sitecustomize.__file__, any("cuda/capture" in p for p in sys.path))'),
    ).toBe(`own\n${folder}/site/sitecustomize.py False\n`);
  });

  it('does nothing without a folder to write to', () => {
    expect(run('import sys; print(sys.meta_path[0])', { LANESCAPE_CAPTURE_PTX: '' })).not.toContain('AfterImport');
  });
});
