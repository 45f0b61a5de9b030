import { expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import type { WaitingProgress } from '../runners/runner.ts';
import type { SlurmSpec } from './place-file.ts';
import type { PlaceShell } from './place-shell.ts';
import { attendJob } from './slurm-attendant.ts';
import type { ProgramEnd } from './user-program.ts';

const NAME = 'lanescape-0123456789abcdef';
const spec = { kind: 'slurm', name: 'there', minutes: 5, waitMinutes: 60, jobs: 1, gres: 'gpu:1' } as SlurmSpec;
const silent: ProgramEnd = { end: { kind: 'exited', code: 1 }, stdout: Buffer.alloc(0), stderr: '' };

/** What is said of a queue that gives no answer. @param beforeEnd is done while it is asked. */
async function saidOf(beforeEnd: () => void, signal: AbortSignal): Promise<WaitingProgress[]> {
  const said: WaitingProgress[] = [];
  const onWaiting = (step: WaitingProgress): void => void said.push(step);
  let end = (): void => {};
  await new Promise<void>(resolve => {
    const run: PlaceShell['run'] = async () => {
      beforeEnd();
      setTimeout(resolve, 0);
      return ok(silent);
    };
    const shell = { run, lost: () => null } as unknown as PlaceShell;
    const attendant = attendJob({ shell, spec, name: NAME, hello: 'hello', lookMs: 1 }, { onWaiting, signal });
    void attendant.running.then(resolve);
    end = () => attendant.hear(Buffer.from('hello'));
  });
  end();
  return said;
}

it('a queue that does not answer is said', async () => {
  const said = await saidOf(() => {}, new AbortController().signal);
  expect(said[0]).toMatchObject({ ahead: null, reason: 'the cluster does not say how its queue is' });
});

it('a question that is cancelled says nothing of the cluster', async () => {
  const abort = new AbortController();
  expect(await saidOf(() => abort.abort(), abort.signal)).toEqual([]);
});
