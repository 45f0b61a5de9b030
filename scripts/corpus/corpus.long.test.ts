/** Tests the whole corpus: compiled by the real nvcc, if there is one, and judged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compiled, nvcc } from './compiled.ts';
import { corpusFiles } from './corpus.ts';
import { findingsAsGuessed, UNGUESSED } from './guessed.ts';
import { differences } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!nvcc)('corpus', () => {
  test.concurrent.each(corpusFiles())('$path', async file => {
    const module = await compiled(file, folder);
    const found = file.kernels.map(kernel => [kernel.entry, differences(module, file, kernel)] as const);
    expect(found.filter(([, sentences]) => sentences.length > 0)).toEqual([]);
  });

  test.concurrent.each(corpusFiles())('$path: right kernels with launches as guessed', async file => {
    const module = await compiled(file, folder);
    const right = file.kernels.filter(({ expected }) => expected.length === 0);
    const found = right.filter(({ entry }) => findingsAsGuessed(module, entry).length > 0).map(({ entry }) => entry);
    expect(found).toEqual(Object.keys(UNGUESSED[file.path] ?? {}));
  });
});
