import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { KERNEL_LISTS, nameOf, problemWith, registered } from './kernel-registration.ts';
import { projectRoot } from './tree.ts';

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
  expect(text).toContain("import('x')], ['warp-reduce', () => import('../../../kernels/warp-reduce/exhibit.tsx')]]");
  expect(text).toContain("import type { Exhibit } from 'x';\nexport const");
});

test.each(KERNEL_LISTS)('$path imports from the folder of the kernel', list => {
  const text = registered(readFileSync(join(projectRoot, list.path), 'utf8'), list, 'warp-reduce');
  const [, specifier] = /'(\.[^']*\/warp-reduce\/[^']*)'/.exec(text)!;
  expect(posix.join(posix.dirname(list.path), specifier)).toMatch(/^src\/kernels\/warp-reduce\/(index|exhibit)\.tsx?$/);
});

test('a file without its list is a bug', () => {
  expect(() => registered('export {};', catalogList, 'reduce')).toThrow('catalog.ts');
});
