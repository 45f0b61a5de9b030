/** The text of a fork, by rule; what nvcc makes of it is asked in `self-contained.long.test.ts`. */
import { describe, expect, it } from 'vitest';
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
