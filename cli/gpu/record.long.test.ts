import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseCeilings } from '../../src/contract/ceilings.ts';
import { kernels, type StandIn, standIn } from './fixtures/stand-in.ts';
import { recordVerb } from './record.ts';
import { indexPath, readRecording } from './recording.ts';

let machine: StandIn;
afterEach(() => machine.end());

const record = (words: readonly string[] = ['probe'], interruptAt?: string) =>
  machine.run(recordVerb(kernels, machine.parts), words, interruptAt);
const folder = (): string => join(machine.checkout, 'public/recordings/stand-in');
const recorded = () => readRecording(join(folder(), 'probe.json'));
/** Comparisons in the order of the file: 'n method comparison', each once. */
const comparisons = (): string[] => [
  ...new Set(recorded().map(({ params, method, comparison }) => `${params.n} ${method} ${comparison}`)),
];
const names = (): string[] => comparisons().map(each => each.replace(/ [^ ]+$/, ''));

describe('lanescape record', () => {
  it('writes every case, cold and steady, what the GPU can do at most, and the index', async () => {
    machine = standIn('sound');
    const { code, stdout, stderr } = await record();
    expect(code).toBe(0);
    expect(names()).toEqual(['1 cold', '1 steady', '2 cold', '2 steady']);
    expect(recorded().filter(({ variant }) => variant === 'wrong')).toMatchObject(
      new Array(4).fill({ outcome: { kind: 'wrong', wrong: 3 } }),
    );
    expect(parseCeilings(readFileSync(join(folder(), 'ceilings.json'), 'utf8'))).toMatchObject({
      ok: true,
      value: { gpu: { name: 'Stand-in' }, measured: { launchNs: 900 } },
    });
    expect(JSON.parse(readFileSync(indexPath(machine.checkout), 'utf8'))).toMatchObject({
      files: ['stand-in/probe.json'],
      ceilings: ['stand-in/ceilings.json'],
      stale: [],
    });
    expect(stdout).toContain('probe: n 2\n');
    expect(stderr).toContain('probe, n 1, cold (1 of 4): checking\n');
    expect(stderr).toMatch(/probe, n 2, steady \(4 of 4, \d+ s left\): checking\n/);
  });

  it('does not measure again what is there, but for --again', async () => {
    machine = standIn('sound');
    await record();
    const first = comparisons();
    expect((await record()).stdout).toBe('');
    expect(comparisons()).toEqual(first);
    await record(['probe', '--case', 'two', '--method', 'cold', '--again']);
    expect(names()).toEqual(['1 cold', '1 steady', '2 steady', '2 cold']);
    expect(comparisons().slice(0, 3)).toEqual([first[0], first[1], first[3]]);
    expect(first).not.toContain(comparisons()[3]);
  });

  it('measures again what other sources left, and sets that are no case', async () => {
    machine = standIn('sound');
    await record(['probe', '--set', 'n=7', '--method', 'cold']);
    expect(names()).toEqual(['7 cold']);
    const [old] = comparisons();
    writeFileSync(join(machine.checkout, 'cuda/include/probe.cuh'), '#pragma once\n// another\n');
    await record();
    expect(names().sort()).toEqual(['1 cold', '1 steady', '2 cold', '2 steady', '7 cold', '7 steady']);
    expect(comparisons()).not.toContain(old);
  });

  it('measures a list: what is right, and once what is launched alike', async () => {
    machine = standIn('sound');
    await record(['probe', '--list', 'pair', '--method', 'steady']);
    expect(names()).toEqual(['8 steady', '9 steady']);
    expect(recorded().map(({ variant }) => variant)).toEqual(['plain', 'sound', 'plain', 'sound']);
    const listed = comparisons();
    await record();
    expect(names()).toEqual(['8 steady', '9 steady', '1 cold', '1 steady', '2 cold', '2 steady']);
    expect(comparisons().slice(0, 2)).toEqual(listed);
    await record(['probe', '--set', 'n=8', '--method', 'steady']);
    const again = recorded().filter(({ params }) => params.n === 8);
    expect(again.map(({ variant }) => variant)).toEqual(['plain', 'sound', 'wrong', 'later']);
  });

  it('measures what came from a list like the list when it is of other sources', async () => {
    machine = standIn('sound');
    await record(['probe', '--list', 'pair', '--method', 'cold']);
    const old = comparisons();
    writeFileSync(join(machine.checkout, 'cuda/include/probe.cuh'), '#pragma once\n// another\n');
    await record(['probe', '--method', 'cold']);
    expect(names().sort()).toEqual(['1 cold', '2 cold', '8 cold', '9 cold']);
    expect(comparisons()).not.toContain(old[0]);
    expect(recorded().filter(({ params }) => params.n === 9)).toMatchObject([
      { variant: 'plain' },
      { variant: 'sound' },
    ]);
  });

  it('goes on where Ctrl-C ended it', async () => {
    machine = standIn('sound');
    const { code } = await record(['probe'], 'n 2, cold (3 of 4');
    expect(code).toBe(130);
    expect(names()).toEqual(['1 cold', '1 steady']);
    const before = comparisons();
    expect((await record()).code).toBe(0);
    expect(names()).toEqual(['1 cold', '1 steady', '2 cold', '2 steady']);
    expect(comparisons().slice(0, 2)).toEqual(before);
  });

  it('keeps what the others did where one faults, and fails', async () => {
    machine = standIn('cudaError');
    const { code, stderr } = await record(['probe', '--case', 'one', '--method', 'cold']);
    expect(code).toBe(1);
    expect(stderr).toContain('plain is left out');
    expect(recorded().map(({ variant }) => variant)).toEqual(['sound', 'wrong']);
    // It should not have faulted, so it is run again.
    expect((await record(['probe', '--case', 'one', '--method', 'cold'])).stderr).toContain('plain is left out');
  });

  it('writes nothing without a GPU', async () => {
    machine = standIn(null);
    expect(await record()).toMatchObject({ code: 1, stdout: '' });
    expect(existsSync(join(machine.checkout, 'public'))).toBe(false);
  });

  it.each([
    [[], 'expected at least one kernel of probe'],
    [['probe', '--case', 'three'], '--case three: expected one of one, two'],
    [['probe', '--list', 'ttc'], '--list ttc: expected one of pair'],
    [['probe', '--list', 'pair', '--set', 'n=7'], 'expected only one of --case, --set and --list'],
    [['probe', '--method', 'warm'], '--method warm: expected cold or steady'],
  ])('%j is bad usage', async (words, reason) => {
    machine = standIn('sound');
    expect(await record(words)).toMatchObject({ code: null, error: reason });
  });
});
