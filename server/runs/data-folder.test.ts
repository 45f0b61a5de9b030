import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { defaultDataFolder } from './data-folder.ts';
import { countRecordedRuns } from './recorded-runs.ts';

it('the data folder follows XDG_DATA_HOME when it is absolute', () => {
  const usual = join(homedir(), '.local/share/lanescape');
  expect(defaultDataFolder({ XDG_DATA_HOME: '/data' })).toBe('/data/lanescape');
  expect(defaultDataFolder({ XDG_DATA_HOME: 'data' })).toBe(usual);
  expect(defaultDataFolder({ XDG_DATA_HOME: '' })).toBe(usual);
  expect(defaultDataFolder({})).toBe(usual);
});

it('recorded runs are the JSON files in the folders of GPUs, ceilings and what lies below aside', () => {
  const checkout = temporaryFolder();
  expect(countRecordedRuns(checkout)).toBe(0);
  mkdirSync(join(checkout, 'public/recordings/a-gpu/counters'), { recursive: true });
  const inFolder = ['a.json', 'b.json', 'ceilings.json', 'README.md', 'counters/a.json'].map(name => `a-gpu/${name}`);
  for (const name of [...inFolder, 'index.json', 'README.md']) {
    writeFileSync(join(checkout, 'public/recordings', name), '{}');
  }
  expect(countRecordedRuns(checkout)).toBe(2);
  mkdirSync(join(checkout, 'dist/recordings/transpose'), { recursive: true });
  expect(countRecordedRuns(checkout)).toBe(0);
  rmSync(checkout, { recursive: true });
});
