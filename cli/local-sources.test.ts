import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localSources } from './local-sources.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanescape-test-'));
  for (const name of ['tile.cu', 'notes.txt']) writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, 'long.cuh'), '/'.repeat(2 ** 20 + 1));
  execFileSync('mkfifo', [join(folder, 'pipe.cu')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...paths: readonly string[]): Promise<string[]> => localSources(new Map(paths.entries()));

it('are the files that the line table names by whole paths', async () => {
  expect(await read('tile.cu', join(folder, 'absent.cu'), join(folder, 'tile.cu'))).toEqual(['tile.cu']);
});

it.each(['notes.txt', 'long.cuh', 'pipe.cu'])(
  'are no text of anything else, and nothing waits for it: %s',
  async name => {
    expect(await read(join(folder, name))).toEqual([]);
  },
);
