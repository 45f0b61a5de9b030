/** The page's end of the server, with a server that misbehaves: every end is a sentence, and the whole page knows it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTrouble } from '../../state/trouble-store.ts';
import { askMachine, compile, fetchCeilings } from './server-api.ts';
import { ANSWER_MS, ServerTrouble } from './server-requests.ts';

const MACHINE = { nvcc: null, gpus: [], archs: [], recordedRuns: 0, places: [], allowSource: false };
const REQUEST = { kernel: 'transpose', variant: 'tiled', params: {}, arch: 'sm_90' };

const answers = (body: BodyInit | null, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

/** State of the server as the whole page shows it. */
const said = () => useTrouble.getState().server;

/** Stages of a compilation, and the words of its end. */
async function followed(signal = new AbortController().signal): Promise<string[]> {
  const stages: string[] = [];
  try {
    for await (const event of compile(REQUEST, signal)) stages.push(event.stage);
  } catch (error) {
    stages.push((error as Error).message);
  }
  return stages;
}

const line = (event: object): string => `${JSON.stringify(event)}\n`;
const QUEUED = line({ stage: 'queued', position: 1 });

/** `text`, and then the connection breaks. */
const broken = (text: string) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      setTimeout(() => controller.error(new TypeError('network error')));
    },
  });

beforeEach(() => useTrouble.getState().setServer('fine'));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the first question', () => {
  test('answered, clears what was wrong', async () => {
    useTrouble.getState().setServer('gone');
    answers(JSON.stringify(MACHINE));
    expect(await askMachine()).toEqual(MACHINE);
    expect(said()).toBe('fine');
  });

  test.each([
    ['an error page', '<html>', 500, 'failing', 'the server answered 500'],
    ['garbage', '<html>', 200, 'failing', /cannot be read/],
    ['JSON of another version', '{"nvcc":7}', 200, 'failing', /cannot be read/],
    [
      'an old token',
      '{"code":"unauthorized","stage":"session","message":"open the link"}',
      401,
      'locked',
      'open the link',
    ],
  ])('%s is a sentence', async (_, body, status, state, words) => {
    answers(body, status);
    await expect(askMachine()).rejects.toThrow(words);
    expect(said()).toBe(state);
  });

  test('a server that never answers is given up', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const asked = askMachine().catch(error => error);
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await asked).toEqual(new ServerTrouble('gone', 'the server does not answer'));
    expect(said()).toBe('gone');
  });

  test('so is one that begins an answer and never ends it', async () => {
    vi.useFakeTimers();
    answers(new ReadableStream());
    const asked = fetchCeilings().catch(error => error.message);
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await asked).toContain('disconnected');
    expect(said()).toBe('gone');
  });
});

describe('an answer that takes time', () => {
  test('ends with a sentence when the connection breaks', async () => {
    answers(broken(QUEUED));
    expect(await followed()).toEqual([
      'queued',
      expect.stringContaining('disconnected before its answer was complete'),
    ]);
    expect(said()).toBe('gone');
  });

  test('and when its last line is cut', async () => {
    answers(`${QUEUED}{"stage":"do`);
    expect(await followed()).toEqual([
      'queued',
      expect.stringContaining('disconnected before its answer was complete'),
    ]);
  });

  test('and when a line is not what it should be', async () => {
    answers(`${QUEUED}${line({ stage: 'dancing' })}`);
    expect(await followed()).toEqual(['queued', expect.stringContaining('cannot be read')]);
    expect(said()).toBe('fine');
  });

  test('called off, it says nothing of the server', async () => {
    const called = new AbortController();
    called.abort();
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    expect(await followed(called.signal)).toEqual([expect.stringMatching(/abort/i)]);
    expect(said()).toBe('fine');
  });
});
