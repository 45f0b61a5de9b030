/**
 * Tests the user's own text when there are many requests, or when it does not end: the same tests as `runaways.long.test.ts`
 * has for kernels.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  lastOfSource,
  leftovers,
  postSource,
  sourceRequest,
  startTestServer,
  type TestServer,
  until,
} from './fixtures/test-server.ts';
import { viewsWork } from './fixtures/views.ts';

/** The text tells the stand-in how to behave. */
const behaving = (mode: string, n = 0): string => `// MODE=${mode} N=${n}\n__global__ void probe() {}\n`;

describe.skipIf(!viewsWork)('text', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ allowSource: true });
  });
  afterAll(() => server.end());
  afterEach(() => expect(leftovers(server)).toEqual([]));

  it('of a hundred requests at once is compiled one after another, and most are told to come again', async () => {
    const posts = Array.from({ length: 100 }, (_, n) => postSource(server, sourceRequest(behaving('waits', n))));
    let refused = 0;
    for (const post of posts) void post.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await until(() => refused === 83);
    server.release();
    const bodies = (await Promise.all(posts)).flatMap(({ status, body }) => (status === 200 ? [body] : []));
    expect(bodies.map(body => body.includes('"stage":"done"'))).toEqual(Array.from({ length: 17 }, () => true));
  });

  it.each(['stubborn', 'forkAndHang', 'fill'])('that runs away (%s) is ended and leaves nothing', async mode => {
    const short = await startTestServer({ allowSource: true }, { compileTimeoutMs: 3000 });
    const failed = await lastOfSource(short, behaving(mode));
    expect(failed).toMatchObject({ stage: 'failed', at: mode === 'fill' ? 'nvcc' : 'timeout' });
    expect(leftovers(short)).toEqual([]);
    await short.end();
  });
});
