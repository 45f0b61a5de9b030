import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KERNEL_LISTS, nameOf, problemWith, registered } from './kernel-registration.ts';
import { projectRoot, treeOf } from './tree.ts';

const CATALOG = `import { kernel as permute } from './permute/index.ts';
import { kernel as transpose } from './transpose/index.ts';

export const kernels = catalogOf([transpose, permute]);
`;

test("a kernel's names", () => {
  expect(nameOf('warp-reduce-2')).toEqual({
    title: 'Warp reduce 2',
    camel: 'warpReduce2',
    pascal: 'WarpReduce2',
    entry: 'warp_reduce_2_kernel',
  });
});

test.each(['Reduce', 'warp_reduce', '2d', '', '../x', 'a--b', 'permute', 'delete', 'kernels', 'catalog-of'])(
  '"%s" is refused',
  id => {
    expect(problemWith(id, CATALOG)).toMatch(new RegExp(`"${id}"`));
  },
);

test.each(['reduce', 'warp-reduce', 'gemm-2'])('"%s" is fine', id => {
  expect(problemWith(id, CATALOG)).toBeNull();
});

const [catalogList, exhibitList] = KERNEL_LISTS;

test('registers a kernel last in the catalog', () => {
  const text = registered(CATALOG, catalogList, 'warp-reduce');
  expect(text).toContain('catalogOf([transpose, permute, warpReduce]);');
  expect(text).toContain("import { kernel as warpReduce } from './warp-reduce/index.ts';\n");
  const broken = CATALOG.replace('[transpose, permute]', '[\n  transpose,\n  permute,\n]');
  expect(registered(broken, catalogList, 'reduce')).toContain('catalogOf([\n  transpose,\n  permute, reduce]);');
});

test('registers an exhibit under its id', () => {
  const exhibits =
    "/** Pages. */\nimport type { Exhibit } from 'x';\nexport const exhibits = new Map([['transpose', () => import('x')]]);\n";
  const text = registered(exhibits, exhibitList, 'warp-reduce');
  expect(text).toContain("import('x')], ['warp-reduce', () => import('../../kernels/warp-reduce/exhibit.tsx')]]");
  expect(text).toContain("import type { Exhibit } from 'x';\nexport const");
});

test('a file without its list is a bug', () => {
  expect(() => registered('export {};', catalogList, 'reduce')).toThrow('catalog.ts');
});

describe('in a copy of the project', () => {
  const copy = mkdtempSync(join(tmpdir(), 'lanescape-kernel-'));
  const run = (script: string, ...args: string[]) => {
    const result = spawnSync(process.execPath, [join(copy, script), ...args], { cwd: copy, encoding: 'utf8' });
    return { code: result.status, output: result.stdout + result.stderr };
  };

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('a new kernel keeps the check green, and its id is then taken', { timeout: 180_000 }, () => {
    for (const path of treeOf(projectRoot).paths) cpSync(join(projectRoot, path), join(copy, path));
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
    expect(run('scripts/new-kernel.ts', 'Bad_Id').code).toBe(2);
    expect(run('scripts/new-kernel.ts', 'a-kernel-with-quite-a-long-name')).toMatchObject({ code: 0 });
    const { code, output } = run('scripts/check.ts');
    expect(output).toMatch(/check: (\d+) of \1 ok/);
    expect(code).toBe(0);
    const again = run('scripts/new-kernel.ts', 'a-kernel-with-quite-a-long-name');
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('a-kernel-with-quite-a-long-name') });
  });

  // Not every machine has the compiler.
  const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;

  test.skipIf(!hasNvcc)('a new kernel compiles, and does what it says', { timeout: 180_000 }, () => {
    expect(run('scripts/build-ptx.ts', 'a-kernel-with-quite-a-long-name')).toMatchObject({ code: 0 });
    const { code, output } = run('cli/main.ts', 'verify', 'a-kernel-with-quite-a-long-name');
    expect(output).toMatch(/(\d+) of \1 runs as expected/);
    expect(code).toBe(0);
  });
});
