import { expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { type BuildEvent, Builder, type BuildOrder } from './builder.ts';

const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });

interface Thing {
  readonly ptx: string;
}

async function eventsOf(change: Partial<BuildOrder<Thing>>): Promise<BuildEvent<Thing>[]> {
  const order: BuildOrder<Thing> = {
    key: 'key',
    cache: { find: async () => null, keep: async () => {} },
    compile: async () => ok({ ptx: 'made' }),
    record: async () => null,
    ...change,
  };
  const events: BuildEvent<Thing>[] = [];
  const follower = {
    onEvent: (event: BuildEvent<Thing>) => void events.push(event),
    signal: new AbortController().signal,
  };
  const admitted = await new Builder().submit(order, follower);
  if (!admitted.ok) return expect.fail(admitted.error.kind);
  await admitted.value.end;
  return events;
}

it('a disk that is full while the compiler works ends the compilation in words', async () => {
  const compile = async (): Promise<never> => {
    throw full;
  };
  expect((await eventsOf({ compile })).at(-1)).toEqual({
    ...{ stage: 'failed', at: 'server', diagnostics: '' },
    message: 'the data folder cannot be written, since its disk is full: free some space, then try again',
  });
});

it('a build that the cache has no room for is given all the same', async () => {
  const keep = async (): Promise<never> => {
    throw full;
  };
  const cache = { find: async () => null, keep };
  expect((await eventsOf({ cache })).at(-1)).toMatchObject({
    ...{ stage: 'done', ptx: 'made', cached: false },
    notKept: 'not kept: the cache of builds cannot be written, since its disk is full: free some space, then try again',
  });
});

it('a build that the history has no room for is given all the same', async () => {
  const record = async (): Promise<string> => 'history.sqlite is locked';
  expect((await eventsOf({ record })).at(-1)).toMatchObject({
    stage: 'done',
    notKept: 'not kept: history.sqlite is locked',
  });
  expect((await eventsOf({})).at(-1)).not.toHaveProperty('notKept');
});

it('a bug stays one', async () => {
  const compile = async (): Promise<never> => {
    throw new Error('a bug');
  };
  await expect(eventsOf({ compile })).rejects.toThrow('a bug');
});
