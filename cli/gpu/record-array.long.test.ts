/** `lanescape record` at a cluster, with stand-ins for its commands and its GPUs. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeWorld, type PlaceWorld } from '../../server/fixtures/place-world.ts';
import { until } from '../../server/fixtures/test-server.ts';
import { kernels, type StandIn, standIn } from './fixtures/stand-in.ts';
import { recordVerb } from './record.ts';
import { readRecording } from './recording.ts';

let world: PlaceWorld;
let machine: StandIn;
beforeEach(() => {
  world = fakeWorld();
  machine = standIn(null);
});
afterEach(async () => {
  await until(() => world.activeJobs().length === 0);
  machine.end();
  await world.end();
});

interface Job {
  readonly state: string;
  readonly task?: number;
  readonly array?: number;
}
const jobs = (): Job[] =>
  readdirSync(join(world.folder, 'bin/jobs'))
    .filter(name => name.endsWith('.json'))
    .map(name => JSON.parse(readFileSync(join(world.folder, 'bin/jobs', name), 'utf8') || '{}'));
const arrays = (): number => new Set(jobs().flatMap(({ array }) => array ?? [])).size;

/** @param first words of a shell before the process starts. */
function record(first = '') {
  const runner = join(import.meta.dirname, '../../server/fixtures/fake-runner.mjs');
  const program = join(world.folder, 'runner');
  writeFileSync(program, `#!/bin/sh\n${first}\nexec '${process.execPath}' '${runner}' sound\n`, { mode: 0o755 });
  const file = join(world.folder, 'gpus.json');
  const place = { name: 'uni', kind: 'slurm', jobs: 2, folder: join(world.folder, 'cache') };
  writeFileSync(file, JSON.stringify({ places: [place] }));
  const parts = { ...machine.parts, elsewhere: { program, times: { lookMs: 100, gatherMs: 2_000 } } };
  return machine.run(recordVerb(kernels, parts), ['probe', '--gpus', file]);
}

const recorded = (): string[] => {
  const records = readRecording(join(machine.checkout, 'public/recordings/stand-in/probe.json'));
  return [...new Set(records.map(({ params, method, place }) => `${params.n} ${method} ${place}`))].sort();
};
const ALL = ['1 cold uni', '1 steady uni', '2 cold uni', '2 steady uni'];

it('spreads its comparisons over an array of jobs', async () => {
  const { code, stderr } = await record();
  expect(stderr).toContain('uni (slurm)');
  expect(code).toBe(0);
  expect(recorded()).toEqual(ALL);
  // One, unless this machine is so busy that building takes longer than they are waited for.
  expect(arrays()).toBeLessThan(4);
  expect(jobs().filter(({ task }) => task !== undefined)).toHaveLength(4);
});

it('goes on in another array where the cluster ends a job', async () => {
  const once = join(world.folder, 'once');
  // The second job of the first array does not end by itself.
  const ends = `if [ "$SLURM_ARRAY_TASK_ID" = 1 ] && [ ! -e ${once} ]; then touch ${once}; exec sleep 1000; fi`;
  const recording = record(ends);
  await until(() => readdirSync(world.folder).includes('once'));
  // The others are done, so that the fault meets this one alone.
  await until(() => jobs().filter(({ state }) => state === 'COMPLETED').length >= 3);
  world.setFaults({ ending: { state: 'TIMEOUT', words: '' } });
  await until(() => jobs().some(({ state }) => state === 'TIMEOUT'));
  world.setFaults({});
  const { code, stderr } = await recording;
  expect(stderr).toContain('the cluster ended the job at its time limit');
  expect(stderr).toContain('run again in another job');
  expect(code).toBe(0);
  expect(recorded()).toEqual(ALL);
  expect(arrays()).toBeGreaterThan(1);
});
