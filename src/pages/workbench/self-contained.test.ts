/** The text of a fork: by rule, and by nvcc where there is one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { catalog } from '../../kernels/catalog.ts';
import type { BuildSpec } from '../../kernels/kernel.ts';
import { ownHeaders, selfContained } from './self-contained.ts';

const build: BuildSpec = { source: 'sum/tree.cu', entry: 'sum', defines: { THREADS: 64 } };

describe('a kernel as one text', () => {
  const texts = new Map([
    ['sum/tree.cu', '// A sum.\n#include <cstdint>\n#include "sum.cuh"\n # include "more.cuh" // twice\nint k;\n'],
    [
      'sum/sum.cuh',
      '// Shared.\n#pragma once\n\n#ifndef THREADS\n#define THREADS 32\n#endif\n\n#include "more.cuh"\nusing Sum = unsigned;\n',
    ],
    ['sum/more.cuh', '#pragma once\nconstexpr int MORE = 1;\n'],
  ]);

  it('names its origin, defines its macros, and has each header once, where it was asked for', () => {
    expect(selfContained(build, texts).split('\n')).toEqual([
      "// sum/tree.cu of Lanescape's catalog, with its macros and headers put in.",
      '#define THREADS 64',
      '',
      '// A sum.',
      '#include <cstdint>',
      '',
      '// Shared.',
      '',
      '',
      'constexpr int MORE = 1;',
      'using Sum = unsigned;',
      '',
      'int k;',
      '',
    ]);
  });

  it('leaves an include alone that is not at hand', () => {
    expect(selfContained(build, new Map([['sum/tree.cu', '#include "mbarrier.cuh"\n']]))).toContain('"mbarrier.cuh"');
  });

  it('takes headers in quotation marks from beside the file', () => {
    expect(ownHeaders('sum/tree.cu', texts.get('sum/tree.cu') ?? '')).toEqual(['sum/sum.cuh', 'sum/more.cuh']);
  });
});

const KERNELS = new URL('../../../cuda/kernels/', import.meta.url);
const PTX = new URL('../../../public/ptx/', import.meta.url);
const [nvcc] = nvccCandidates();

function textsOf(path: string, texts = new Map<string, string>()): Map<string, string> {
  const text = readFileSync(new URL(path, KERNELS), 'utf8');
  texts.set(path, text);
  for (const header of ownHeaders(path, text)) if (!texts.has(header)) textsOf(header, texts);
  return texts;
}

/** Without what tells of lines and files. */
const instructionsOf = (ptx: string): string[] =>
  ptx
    .replace(/^\s*\.section[\s\S]*/m, '')
    .split('\n')
    .filter(line => !/^\s*(\/\/|\.loc\b|\.file\b|$)/.test(line));

const variants = [...catalog.values()].flatMap(kernel =>
  kernel.variants.map(variant => ({ kernel, variant: variant.id, name: `${kernel.id}, ${variant.id}` })),
);

describe.skipIf(nvcc === undefined)('nvcc', () => {
  it.concurrent.each(variants)('makes the shipped instructions of $name', async ({ kernel, variant }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lanescape-fork-'));
    const spec = kernel.build(variant, kernel.defaults);
    writeFileSync(join(folder, 'fork.cu'), selfContained(spec, textsOf(spec.source)));
    const argv = ['-ptx', '-O3', '-lineinfo', '-arch=sm_90', '-o', 'fork.ptx', 'fork.cu'];
    await promisify(execFile)(nvcc, argv, { cwd: folder });
    const own = readFileSync(join(folder, 'fork.ptx'), 'utf8');
    rmSync(folder, { recursive: true });
    const shipped = readFileSync(new URL(kernel.ptxPath(variant, kernel.defaults, 'sm_90'), PTX), 'utf8');
    expect(instructionsOf(own)).toEqual(instructionsOf(shipped));
    expect(instructionsOf(own).length).toBeGreaterThan(10);
  });
});
