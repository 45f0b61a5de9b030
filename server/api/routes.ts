/** The routes below `/api`. Each checks its input against the contract; what they do lies behind `ApiParts`. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import {
  compileRequestSchema,
  compileSourceRequestSchema,
  historyQuerySchema,
  MAX_SOURCE_BODY_BYTES,
  sessionRequestSchema,
} from '../../src/contract/api.ts';
import { API_PATHS, API_PREFIX } from '../../src/contract/api-address.ts';
import { fieldErrorOf } from '../../src/contract/field-error.ts';
import { runRemovalSchema, runRequestSchema, runsQuerySchema } from '../../src/contract/run.ts';
import type { z } from '../../src/contract/schema.ts';
import type { History } from '../runs/history.ts';
import type { StoreFailure } from '../runs/store-failure.ts';
import type { Today } from '../runs/today.ts';
import type { Workshop } from '../workshop.ts';
import type { Access } from './access.ts';
import { BROKEN_COMPILATION, BROKEN_RUN, eventStream } from './event-stream.ts';
import { badInput, type Refusal, refusal, sendRefusal } from './refusal.ts';

export interface ApiParts {
  readonly access: Access;
  /** Requests that need it wait until it is open. */
  readonly workshop: Promise<Workshop>;
  readonly history: History;
  /** What runs are held against to say which are stale; a new one for each question, since sources change meanwhile. */
  readonly today: () => Today;
  readonly log: (text: string) => void;
}

const sourceOff = refusal(
  403,
  'sourceOff',
  'request',
  'this server compiles its own kernels only; started with "npm start -- --allow-source", it compiles yours',
);
const noSuchRun = refusal(404, 'notFound', 'request', 'there is no such run');
const unauthorized = refusal(401, 'unauthorized', 'session', 'open the link that the server printed');

export function apiRoutes(parts: ApiParts): FastifyPluginAsync {
  return async app => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // The one request that comes to earn its access.
      if (request.routeOptions.url === API_PATHS.session || parts.access.allows(request.headers)) return;
      return sendRefusal(reply, unauthorized);
    });

    app.post(below(API_PATHS.session), async (request, reply) => {
      const body = checked(sessionRequestSchema, request.body, reply);
      if (body === null) return reply;
      const cookie = parts.access.exchange(body.token);
      return cookie === null ? sendRefusal(reply, unauthorized) : reply.header('set-cookie', cookie).code(204).send();
    });

    app.get(below(API_PATHS.machine), async () => (await parts.workshop).machine);

    app.get(below(API_PATHS.builds), async (request, reply) => {
      const query = checked(historyQuerySchema, request.query, reply);
      if (query === null) return reply;
      const page = await parts.history.ask('builds', query);
      return page.ok ? sendJson(reply, page.value) : sendRefusal(reply, historyFailed(page.error));
    });

    compileRoutes(app, parts);
    runRoutes(app, parts);
  };
}

function compileRoutes(app: FastifyInstance, parts: ApiParts): void {
  const compilation = { log: parts.log, broken: BROKEN_COMPILATION };
  app.post(below(API_PATHS.compile), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { kernels } = await parts.workshop;
    return eventStream(of => kernels.submit(body, of), reply, compilation);
  });

  app.post(below(API_PATHS.sass), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { listings } = await parts.workshop;
    return eventStream(of => listings.submit(body, of), reply, compilation);
  });

  app.post(below(API_PATHS.compileSource), { bodyLimit: MAX_SOURCE_BODY_BYTES }, async (request, reply) => {
    const { sources } = await parts.workshop;
    if (sources === null) return sendRefusal(reply, sourceOff);
    const body = checked(compileSourceRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => sources.submit(body, of), reply, compilation);
  });
}

function runRoutes(app: FastifyInstance, { workshop, history, today, log }: ApiParts): void {
  app.post(below(API_PATHS.run), async (request, reply) => {
    const body = checked(runRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { runs } = await workshop;
    return eventStream(of => runs.submit(body, of), reply, { log, broken: BROKEN_RUN });
  });

  app.get(below(API_PATHS.runs), async (request, reply) => {
    const query = checked(runsQuerySchema, request.query, reply);
    if (query === null) return reply;
    const page = await history.ask('runs', query);
    if (!page.ok) return sendRefusal(reply, historyFailed(page.error));
    const { runs, next, briefs } = page.value;
    const stale = await today().stale(briefs);
    // The runs are JSON already: parsing and writing megabytes of samples here would keep every other request waiting.
    return sendJson(reply, `{"runs":${runs},"next":${next},"stale":${JSON.stringify(stale)}}`);
  });

  app.get(below(API_PATHS.ceilings), async (_, reply) => {
    const found = await (await workshop).runs.ceilings();
    return found.ok ? { ceilings: found.value } : sendRefusal(reply, historyFailed(found.error));
  });

  app.post(below(API_PATHS.removeRun), async (request, reply) => {
    const body = checked(runRemovalSchema, request.body, reply);
    if (body === null) return reply;
    const removed = await history.ask('removeComparison', body.id);
    if (!removed.ok) return sendRefusal(reply, historyFailed(removed.error));
    return removed.value ? reply.code(204).send() : sendRefusal(reply, noSuchRun);
  });
}

/** Not a bug, and nobody's mistake: the sentence says what to do. */
const historyFailed = ({ message }: StoreFailure): Refusal => refusal(503, 'historyFailed', 'server', message);

const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);

const below = (path: string): string => path.slice(API_PREFIX.length);

/** null: the refusal is sent. */
function checked<T>(schema: z.ZodMiniType<T>, value: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, message } = fieldErrorOf(parsed.error);
  void sendRefusal(reply, badInput(field, message));
  return null;
}
