import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROBE_SOURCE } from '../../server/fixtures/test-server.ts';
import { runKey } from '../../src/trace/run-record.ts';
import { kernels, type StandIn, standIn } from './fixtures/stand-in.ts';
import { recordVerb } from './record.ts';
import { readRecording, recordingPath } from './recording.ts';
import { findStale, staleLines, staleNames } from './stale-recordings.ts';

let machine: StandIn;
beforeEach(async () => {
  machine = standIn('sound');
  await machine.run(recordVerb(kernels, machine.parts), ['probe', '--case', 'one', '--method', 'cold']);
});
afterEach(() => machine.end());

const write = (path: string, text: string) => writeFileSync(join(machine.checkout, 'cuda', path), text);
const keys = (): string[] =>
  readRecording(recordingPath(machine.checkout, 'Stand-in', 'probe'))
    .map(runKey)
    .sort();
const stale = async () => (await findStale(machine.checkout, kernels)).map(({ variant }) => variant);

describe('recorded runs', () => {
  it('are of today as long as their sources are the same', async () => {
    expect(await stale()).toEqual([]);
    write('include/other.cuh', '#pragma once\n');
    expect(await stale()).toEqual([]);
  });

  it.each([
    ['the source', 'kernels/probe/probe.cu', `${PROBE_SOURCE}// another\n`],
    ['a header of it', 'include/probe.cuh', '#pragma once\n// another\n'],
  ])('are stale when %s has changed', async (_, path, text) => {
    write(path, text);
    expect(await stale()).toEqual(['plain', 'sound', 'wrong']);
    const found = await findStale(machine.checkout, kernels);
    expect(staleNames(found)).toEqual({ runs: keys(), sources: [] });
    expect(staleLines(found)).toEqual(['public/recordings/stand-in/probe.json: plain (1), sound (1), wrong (1)']);
  });

  it('are stale when their kernel is no more', async () => {
    expect(await findStale(machine.checkout, new Map())).toHaveLength(3);
  });
});
