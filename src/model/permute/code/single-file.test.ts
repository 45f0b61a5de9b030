import { expect, test } from 'vitest';
import { singleFile, textsOf } from './single-file.ts';

const FILES: Readonly<Record<string, string>> = {
  'deep/main.cuh': '#pragma once\n#include <vector>\n#include "../a.hpp"\n#include "b.hpp"\nint main;\n',
  'a.hpp': '#pragma once\n#include "deep/b.hpp"\n#include <cmath>\nint a;\n',
  'deep/b.hpp': '#pragma once\n#include <vector>\n\n\n\nint b;\n',
};
const read = (path: string): string => FILES[path] ?? expect.fail(path);

test('each file once, at the place where it is first included, behind the headers of the system', () => {
  expect(singleFile('deep/main.cuh', read)).toBe(
    '#include <cmath>\n#include <vector>\n\nint b;\n\nint a;\n\nint main;\n',
  );
});

test('all texts are read ahead where reading takes time', async () => {
  const texts = await textsOf('deep/main.cuh', async path => read(path));
  expect([...texts.keys()].sort()).toEqual(Object.keys(FILES).sort());
});

test('a file below none of the given ones is refused', () => {
  expect(() => singleFile('a.hpp', () => '#include "../b.hpp"\n')).toThrow(/lies below the folder/);
});
