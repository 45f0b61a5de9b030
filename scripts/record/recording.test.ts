import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunOutcome, RunRecord } from '../../src/trace/run-record.ts';
import { addToRecording, comparisonText, isSameRun, readRecording, recordingPath } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanescape-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

const timed = (ns: number, change: object = {}): RunOutcome => ({
  kind: 'timed',
  samplesNs: Array.from({ length: 40 }, (_, i) => ns + i / 1000),
  samplesMhz: new Array(40).fill(1980),
  ...{ stop: 'plateau', launchesPerSample: 1, workspaces: 1, discarded: 0, eventOverheadNs: 1300 },
  ...change,
});
const record = (variant: string, outcome: RunOutcome, change: Partial<RunRecord> = {}): RunRecord => ({
  date: '2026-11-20T18:00:00.000Z',
  comparison: 'b8a1f9d0-6b3c-4a52-9a5e-0d9d5b0e7a11',
  ...{ kernel: 'transpose', variant, params: { rows: 64, columns: 32 }, method: 'cold', outcome },
  launch: { grid: [1, 1, 1], block: [32, 1, 1], buffers: [], params: [] },
  gpu: { name: 'A GPU', uuidHash: 'a'.repeat(64), arch: 'sm_90', smCount: 132, l2Bytes: 1 << 20 },
  ...{ driver: '1', nvcc: '13.0.88', flags: [], sourceHash: 'b'.repeat(64) },
  ...change,
});
const wrong: RunOutcome = { kind: 'wrong', buffer: 'out', wrong: 3, firstIndex: 7 };

describe('a recording', () => {
  it('lies where its GPU and kernel say', () => {
    expect(recordingPath('/project', 'NVIDIA H200', 'transpose')).toBe(
      '/project/public/recordings/nvidia-h200/transpose.json',
    );
  });

  it('keeps what was there, and replaces what was measured again', () => {
    const path = join(folder, 'some/transpose.json');
    expect(readRecording(path)).toEqual([]);
    addToRecording(path, [record('tiled', timed(1000)), record('broken', wrong)]);
    addToRecording(path, [record('tiled', timed(1001), { method: 'steady' })]);
    addToRecording(path, [record('tiled', timed(2000.04), { params: { columns: 32, rows: 64 } })]);
    const found = readRecording(path);
    expect(found.map(({ variant, method }) => `${variant} ${method}`)).toEqual(['tiled steady', 'tiled cold']);
    expect(found[1].outcome.kind === 'timed' && found[1].outcome.samplesNs[0]).toBe(2000);
  });

  it('does not mix parameters or methods', () => {
    const one = record('tiled', timed(1));
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

describe('a comparison as text', () => {
  it('has a verdict for each variant, and no time of a wrong one', () => {
    const lines = comparisonText([
      record('broken', wrong),
      record('tiled', timed(100_000)),
      record('padded', timed(80_000)),
      record('short', timed(4000)),
    ]).split('\n');
    expect(lines[0]).toContain('wrong: 3 elements of out, the first is 7; not timed');
    expect(lines[1]).toContain('100.00 us  IQR 0.00 %  n 40, plateau  baseline');
    expect(lines[2]).toContain('faster, x 0.800');
    expect(lines[3]).toContain('too short to time singly');
  });

  it("says when it can't tell", () => {
    const slower = timed(110_000, { samplesMhz: new Array(40).fill(1800) });
    expect(comparisonText([record('a', timed(100_000)), record('b', slower)])).toContain("can't tell (clock)");
  });
});
