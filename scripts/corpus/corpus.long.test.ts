/** Tests the whole corpus: compiled by the real nvcc, if there is one, and judged. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { projectRoot } from '../tree.ts';
import { corpusFiles } from './corpus.ts';
import { differences } from './verdict.ts';

const [nvcc] = nvccCandidates();
const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function compiled(path: string): Promise<string> {
  const output = join(folder, `${path.replaceAll('/', '-')}.ptx`);
  const flags = ['-ptx', '-arch=sm_90a', '-lineinfo', '-std=c++17'];
  await promisify(execFile)(nvcc, [...flags, '-o', output, path], { cwd: projectRoot });
  return readFileSync(output, 'utf8');
}

describe.skipIf(!nvcc)('corpus', () => {
  test.concurrent.each(corpusFiles())('$path', async file => {
    const module = parseModule(await compiled(file.path));
    if (!module.ok) return expect.fail(module.error.message);
    const found = file.kernels.map(kernel => [kernel.entry, differences(module.value, file, kernel)] as const);
    expect(found.filter(([, sentences]) => sentences.length > 0)).toEqual([]);
  });
});
