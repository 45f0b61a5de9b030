import { describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { treeFrom } from './tree.ts';

const check = (files: Record<string, string>, debt?: Parameters<typeof checkImports>[1], today?: Date) =>
  checkImports(treeFrom(files), debt, today);

const CLEAN = {
  'src/base/bits.ts': 'export const one = 1;',
  'src/trace/span.ts': "import { one } from '../base/bits.ts';\nexport const two = one + one;",
  'src/pictures/bank-map/index.tsx': "import { scaleLinear } from 'd3-scale';\nimport { two } from '../trace/span.ts';",
  'server/main.ts': "import { join } from 'node:path';\nimport { catalog } from '../src/kernels/catalog.ts';",
  'src/kernels/catalog.ts': "import { kernel } from './transpose/index.ts';\nexport const catalog = [kernel];",
  'src/kernels/transpose/index.ts': "import type { Kernel } from '../kernel.ts';\nexport const kernel = 1;",
  'src/kernels/transpose/exhibit.tsx': "import { map } from '../../pictures/bank-map.tsx';",
  'src/contract/schema.ts': "import * as z from 'zod/mini';\nexport { z };",
  'src/kernels/kernel.ts': "import type { z } from '../contract/schema.ts';",
  'cuda/kernels/transpose/naive.cu': '',
  'scripts/check.ts': "import { catalog } from '../src/kernels/catalog.ts';\nimport 'vite';",
};

test('arrows that point down are fine', () => {
  expect(check(CLEAN)).toEqual([]);
});

describe('an arrow that points up is found', () => {
  const upward: [string, string][] = [
    ['a plain import', "import { a } from '../trace/span.ts';"],
    ['a type-only import', "import type { A } from '../trace/span.ts';"],
    ['a type written as an import', "export type A = import('../trace/span.ts').A;"],
    ['a re-export', "export * from '../trace/span.ts';"],
    ['a named re-export', "export { a } from '../trace/span.ts';"],
    ['a dynamic import', "export const load = () => import('../trace/span.ts');"],
    ['a dynamic import of a template', 'export const load = () => import(`../trace/span.ts`);'],
    ["a worker's address", "new Worker(new URL('../trace/span.ts', import.meta.url));"],
    ['a glob', "export const all = import.meta.glob('../trace/*.ts');"],
    ['a suffixed import', "import address from '../trace/span.ts?worker&url';"],
  ];
  test.each(upward)('%s', (_, text) => {
    const findings = check({ ...CLEAN, 'src/base/bits.ts': `\n${text}` });
    expect(findings).toEqual(['src/base/bits.ts:2 imports src/trace/span.ts: base may not import trace']);
  });
});

describe('packages', () => {
  test('only where the table says', () => {
    expect(check({ ...CLEAN, 'src/model/banks/phases.ts': "import 'd3-array';" })).toHaveLength(1);
    expect(check({ ...CLEAN, 'src/contract/launch.ts': "import { z } from 'zod/mini';" })).toEqual([]);
    expect(check({ ...CLEAN, 'src/contract/launch.ts': "import { z } from 'zod-extra';" })).toHaveLength(1);
    expect(check({ ...CLEAN, 'server/api.ts': "import helmet from '@fastify/helmet';" })).toEqual([]);
    expect(check({ ...CLEAN, 'server/api.ts': "import React from 'react';" })).toHaveLength(1);
  });

  test('a subpath counts as its package', () => {
    expect(check({ ...CLEAN, 'src/app/main.tsx': "import { createRoot } from 'react-dom/client';" })).toEqual([]);
  });

  test('node: modules stay out of the page', () => {
    expect(check({ ...CLEAN, 'src/app/main.tsx': "import 'node:fs';" })).toHaveLength(1);
    expect(check({ ...CLEAN, 'cli/main.ts': "import 'node:fs';" })).toEqual([]);
  });
});

test('the layout algebra knows no sizes of the hardware', () => {
  const text = "import { LANES } from '../../base/hardware.ts';";
  const files = { ...CLEAN, 'src/base/hardware.ts': 'export const LANES = 32;' };
  expect(check({ ...files, 'src/model/banks/phases.ts': text })).toEqual([]);
  expect(check({ ...files, 'src/model/layout/atoms.ts': text })).toEqual([
    'src/model/layout/atoms.ts:1 imports src/base/hardware.ts: layout may not import hardware',
  ]);
});

describe('kernels', () => {
  test('no kernel folder imports another', () => {
    const findings = check({
      ...CLEAN,
      'src/kernels/permute/model.ts': "import { kernel } from '../transpose/index.ts';",
      'cuda/kernels/permute/tiled.cu': '',
    });
    expect(findings).toEqual([expect.stringContaining('no folder of a kernel or a page imports another')]);
  });

  test('no page imports another, but every page the kit and the links', () => {
    const page = (import_: string) => check({ ...CLEAN, 'src/pages/swizzle/swizzle-page.tsx': import_ });
    expect(page("import '../tile/tile-page.tsx';")).toEqual([
      expect.stringContaining('no folder of a kernel or a page imports another'),
    ]);
    expect(page("import '../kit/tile/verdict.ts';")).toEqual([]);
    expect(page("import '../links/tile.ts';")).toEqual([]);
  });

  test('only the exhibit sees pictures, and no other file of the folder sees the exhibit', () => {
    const picture = { ...CLEAN, 'src/kernels/transpose/model.ts': "import '../../pictures/bank-map.tsx';" };
    expect(check(picture)).toEqual([expect.stringContaining('kernels may not import pictures')]);
    const exhibit = { ...CLEAN, 'src/kernels/transpose/model.ts': "import './exhibit.tsx';" };
    expect(check(exhibit)).toEqual([expect.stringContaining('kernels may not import exhibits')]);
  });

  test('the server sees the catalog and no kernel behind it', () => {
    const findings = check({ ...CLEAN, 'server/runs.ts': "import '../src/kernels/transpose/index.ts';" });
    expect(findings).toEqual([expect.stringContaining('server may not import kernels')]);
  });

  test('a page side without a device side, and the other way round', () => {
    expect(check({ ...CLEAN, 'src/kernels/gemm/index.ts': '' })).toEqual(['src/kernels/gemm has no cuda/kernels/gemm']);
    expect(check({ ...CLEAN, 'cuda/kernels/gemm/a.cu': '' })).toEqual(['cuda/kernels/gemm has no src/kernels/gemm']);
  });
});

describe('tests', () => {
  const withTest = { ...CLEAN, 'src/base/bits.test.ts': "import '../trace/span.ts';\nimport 'vitest';" };

  test('may look anywhere', () => {
    expect(check(withTest)).toEqual([]);
  });

  test('are imported by nobody else', () => {
    expect(check({ ...withTest, 'scripts/check.ts': "import '../src/base/bits.test.ts';" })).toHaveLength(1);
    expect(
      check({ ...CLEAN, 'src/ptx/run.ts': "import './fixtures/kernels.ts';", 'src/ptx/fixtures/kernels.ts': '' }),
    ).toHaveLength(1);
  });
});

test('a folder that the table does not know is a finding', () => {
  expect(check({ ...CLEAN, 'src/extras/a.ts': "import '../base/bits.ts';" })).toHaveLength(1);
  expect(check({ ...CLEAN, 'src/app/main.tsx': "import '../extras/a.ts';", 'src/extras/a.ts': '' })).toHaveLength(1);
});

test('data and folders behind new URL are no arrows', () => {
  const text = "export const folder = new URL('../src/kernels/transpose', import.meta.url);";
  expect(check({ ...CLEAN, 'server/folders.ts': text })).toEqual([]);
});

describe('the debt list', () => {
  const upward = { ...CLEAN, 'src/base/bits.ts': "import '../trace/span.ts';" };
  const debt = [{ since: '2026-01-01', from: 'src/base/bits.ts', to: 'src/trace/span.ts', reason: 'moving' }];
  const day = (iso: string) => new Date(`${iso}T12:00:00Z`);

  test('covers an arrow for 60 days and no longer', () => {
    expect(check(upward, debt, day('2026-03-02'))).toEqual([]);
    expect(check(upward, debt, day('2026-03-03'))).toEqual([expect.stringContaining('61 days old')]);
  });

  test('must be shortened when the arrow is gone', () => {
    expect(check(CLEAN, debt, day('2026-01-02'))).toEqual([expect.stringContaining('no longer needed')]);
  });
});
