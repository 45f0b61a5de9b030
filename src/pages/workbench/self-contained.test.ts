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
import { selfContained } from './self-contained.ts';

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

  it('takes shared headers where there is none beside the file, and guards what stands under a condition', () => {
    const chosen = new Map([
      ['sum/tree.cu', '#include "fill.cuh"\n#include "tile.cuh"\n'],
      ['sum/fill.cuh', '#if FILL\n#include "tile.cuh"\n#else\n#include "other.cuh"\n#endif\n'],
      ['sum/tile.cuh', 'int tile;\n'],
      ['include/other.cuh', '#include "tile.cuh"\nint other;\n'],
      ['include/tile.cuh', 'int sharedTile;\n'],
    ]);
    const text = selfContained(build, chosen);
    expect(text.match(/^int tile;$/gm)).toHaveLength(2);
    expect(text.match(/^#ifndef SUM_TILE_CUH\n#define SUM_TILE_CUH\nint tile;\n#endif$/gm)).toHaveLength(2);
    expect(text).toContain('#define INCLUDE_TILE_CUH\nint sharedTile;');
    expect(text).not.toContain('#include');
  });
});

const PTX = new URL('../../../public/ptx/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, PTX), 'utf8');
const manifest = JSON.parse(read('manifest.json'));
const [nvcc] = nvccCandidates();

const textsOf = (kernel: string): ReadonlyMap<string, string> =>
  new Map(manifest.kernels[kernel].sources.map((path: string) => [path, read(path)]));

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
    writeFileSync(join(folder, 'fork.cu'), selfContained(spec, textsOf(kernel.id)));
    const arch = kernel.archs.find(name => /^sm_90a?$/.test(name)) ?? kernel.archs[0];
    const argv = ['-ptx', '-O3', '-lineinfo', `-arch=${arch}`, '-o', 'fork.ptx', 'fork.cu'];
    await promisify(execFile)(nvcc, argv, { cwd: folder });
    const own = readFileSync(join(folder, 'fork.ptx'), 'utf8');
    rmSync(folder, { recursive: true });
    const shipped = read(kernel.ptxPath(variant, kernel.defaults, arch));
    expect(instructionsOf(own)).toEqual(instructionsOf(shipped));
    expect(instructionsOf(own).length).toBeGreaterThan(10);
  });
});
