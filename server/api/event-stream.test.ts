import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { compileEventSchema } from '../../src/contract/api.ts';
import { runEventSchema } from '../../src/contract/run.ts';
import { BROKEN_COMPILATION, BROKEN_RUN, eventStream } from './event-stream.ts';

it.each([
  [BROKEN_COMPILATION, compileEventSchema],
  [BROKEN_RUN, runEventSchema],
])('an answer that a bug breaks off ends with %j', async (broken, schema) => {
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  const app = fastify();
  app.get('/', (_, reply) =>
    eventStream(
      async ({ onEvent }) => {
        onEvent({ stage: 'queued', position: 1 });
        return ok({ end: Promise.reject(new Error('a bug, in a secret place')) });
      },
      reply,
      { log, broken },
    ),
  );
  const { body, statusCode } = await app.inject('/');
  const lines = body.trim().split('\n');
  expect([statusCode, lines.length]).toEqual([200, 2]);
  expect(schema.parse(JSON.parse(lines[1]))).toMatchObject({ stage: 'failed', at: 'server' });
  expect(body).not.toContain('secret');
  expect(logged.join()).toContain('a bug, in a secret place');
  await app.close();
});
