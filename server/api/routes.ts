/** The routes below `/api`. Each checks its input against the contract; what they do lies behind `ApiParts`. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import {
  compileRequestSchema,
  compileSourceRequestSchema,
  historyQuerySchema,
  MAX_SOURCE_BODY_BYTES,
  type MachineInfo,
  sessionRequestSchema,
} from '../../src/contract/api.ts';
import { API_PATHS, API_PREFIX } from '../../src/contract/api-address.ts';
import { fieldErrorOf } from '../../src/contract/field-error.ts';
import { runRemovalSchema, runRequestSchema, runsQuerySchema } from '../../src/contract/run.ts';
import type { z } from '../../src/contract/schema.ts';
import type { KernelRuns } from '../runners/kernel-runs.ts';
import type { HistoryStore } from '../runs/history-store.ts';
import type { Today } from '../runs/today.ts';
import type { KernelBuilds } from '../toolchain/kernel-builds.ts';
import type { KernelListings } from '../toolchain/kernel-listings.ts';
import type { SourceBuilds } from '../toolchain/source-builds.ts';
import type { Access } from './access.ts';
import { eventStream } from './event-stream.ts';
import { badInput, refusal, sendRefusal } from './refusal.ts';

export interface ApiParts {
  readonly access: Access;
  /** Hears of each connection on which a request had access. */
  readonly showedToken: (socket: Socket) => void;
  readonly machine: MachineInfo;
  readonly kernels: KernelBuilds;
  readonly listings: KernelListings;
  /** null without `--allow-source`. */
  readonly sources: SourceBuilds | null;
  readonly runs: KernelRuns;
  readonly history: HistoryStore;
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
      if (parts.access.allows(request.headers)) return parts.showedToken(request.raw.socket);
      // The one request that comes to earn its access.
      if (request.routeOptions.url !== API_PATHS.session) return sendRefusal(reply, unauthorized);
    });

    sessionRoute(app, parts);
    app.get(below(API_PATHS.machine), async () => parts.machine);

    app.get(below(API_PATHS.builds), async (request, reply) => {
      const query = checked(historyQuerySchema, request.query, reply);
      return query === null ? reply : parts.history.page(query);
    });

    compileRoutes(app, parts);
    runRoutes(app, parts);
  };
}

function sessionRoute(app: FastifyInstance, { access, showedToken }: ApiParts): void {
  app.post(below(API_PATHS.session), async (request, reply) => {
    const body = checked(sessionRequestSchema, request.body, reply);
    if (body === null) return reply;
    const cookie = access.exchange(body.token);
    if (cookie === null) return sendRefusal(reply, unauthorized);
    showedToken(request.raw.socket);
    return reply.header('set-cookie', cookie).code(204).send();
  });
}

function compileRoutes(app: FastifyInstance, parts: ApiParts): void {
  app.post(below(API_PATHS.compile), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => parts.kernels.submit(body, of), reply, parts.log);
  });

  app.post(below(API_PATHS.sass), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => parts.listings.submit(body, of), reply, parts.log);
  });

  app.post(below(API_PATHS.compileSource), { bodyLimit: MAX_SOURCE_BODY_BYTES }, async (request, reply) => {
    const { sources } = parts;
    if (sources === null) return sendRefusal(reply, sourceOff);
    const body = checked(compileSourceRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => sources.submit(body, of), reply, parts.log);
  });
}

function runRoutes(app: FastifyInstance, { runs, history, today, log }: ApiParts): void {
  app.post(below(API_PATHS.run), async (request, reply) => {
    const body = checked(runRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => runs.submit(body, of), reply, log);
  });

  app.get(below(API_PATHS.runs), async (request, reply) => {
    const query = checked(runsQuerySchema, request.query, reply);
    if (query === null) return reply;
    const page = history.runs.page(query);
    return { ...page, stale: await today().stale(page.runs.map(({ record }) => record)) };
  });

  app.get(below(API_PATHS.ceilings), async () => ({ ceilings: runs.ceilings() }));

  app.post(below(API_PATHS.removeRun), async (request, reply) => {
    const body = checked(runRemovalSchema, request.body, reply);
    if (body === null) return reply;
    return history.runs.remove(body.id) ? reply.code(204).send() : sendRefusal(reply, noSuchRun);
  });
}

const below = (path: string): string => path.slice(API_PREFIX.length);

/** null: the refusal is sent. */
function checked<T>(schema: z.ZodMiniType<T>, value: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, message } = fieldErrorOf(parsed.error);
  void sendRefusal(reply, badInput(field, message));
  return null;
}
