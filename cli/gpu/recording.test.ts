import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCheckout } from '../../server/checkout.ts';
import { recordOf, timed, WRONG } from '../../src/trace/fixtures/run-records.ts';
import {
  addToRecording,
  indexPath,
  indexText,
  isSameRun,
  readRecording,
  recordingPath,
  recordingPaths,
} from './recording.ts';

const projectRoot = findCheckout();
const folder = mkdtempSync(join(tmpdir(), 'lanescape-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECOND = '11111111-6b3c-4a52-9a5e-0d9d5b0e7a11';
const THIRD = '22222222-6b3c-4a52-9a5e-0d9d5b0e7a11';

describe('a recording', () => {
  it('lies where its GPU and kernel say', () => {
    expect(recordingPath('/project', 'NVIDIA H200', 'transpose')).toBe(
      '/project/public/recordings/nvidia-h200/transpose.json',
    );
  });

  it('keeps what was there, and replaces what was measured again', () => {
    const path = join(folder, 'some/transpose.json');
    expect(readRecording(path)).toEqual([]);
    addToRecording(path, [recordOf('tiled', timed(1000)), recordOf('broken', WRONG)]);
    addToRecording(path, [recordOf('tiled', timed(1001), { method: 'steady', comparison: SECOND })]);
    addToRecording(path, [recordOf('tiled', timed(2000.04), { params: { columns: 32, rows: 64 }, comparison: THIRD })]);
    const found = readRecording(path);
    expect(found.map(({ variant, method }) => `${variant} ${method}`)).toEqual(['tiled steady', 'tiled cold']);
    expect(found[1].outcome.kind === 'timed' && found[1].outcome.samplesNs[0]).toBe(2000);
  });

  it('does not mix parameters or methods', () => {
    const one = recordOf('tiled', timed(1));
    expect(isSameRun(one, { columns: 32, rows: 64 }, 'cold')).toBe(true);
    expect(isSameRun(one, { columns: 32, rows: 64 }, 'steady')).toBe(false);
    expect(isSameRun(one, { columns: 64, rows: 64 }, 'cold')).toBe(false);
  });

  it.each(['{"records":[', '{"records":[{}]}', '[]'])('that is forged or cut off is refused: %s', text => {
    const path = join(folder, 'forged.json');
    writeFileSync(path, text);
    expect(() => readRecording(path)).toThrow();
  });
});

describe('the recordings of the page', () => {
  const paths = recordingPaths(projectRoot);

  it('are there, and all in the index', () => {
    expect(paths).not.toEqual([]);
    const { stale: runs, staleSources: sources } = JSON.parse(readFileSync(indexPath(projectRoot), 'utf8'));
    expect(readFileSync(indexPath(projectRoot), 'utf8')).toBe(indexText(projectRoot, { runs, sources }));
  });

  it.each(paths)('%s is of its kernel and its GPU', path => {
    for (const { gpu, kernel } of readRecording(path)) expect(recordingPath(projectRoot, gpu.name, kernel)).toBe(path);
  });
});
