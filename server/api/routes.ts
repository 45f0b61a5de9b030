/** The routes below `/api`. Each checks its input against the contract; `ApiParts` does the work. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import {
  compileRequestSchema,
  compileSourceRequestSchema,
  MAX_SOURCE_BODY_BYTES,
  sessionRequestSchema,
} from '../../src/contract/api.ts';
import { API_PATHS } from '../../src/contract/api-address.ts';
import { ceilingsQuerySchema } from '../../src/contract/ceilings.ts';
import { runRequestSchema } from '../../src/contract/run.ts';
import type { JobServices } from '../job-services.ts';
import type { FilesToOpen } from '../opened-files.ts';
import type { ApiAccess } from './access.ts';
import { BROKEN_COMPILATION, BROKEN_RUN, eventStream } from './event-stream.ts';
import { type HistoryParts, historyFailed, historyRoutes } from './history-routes.ts';
import { launchRoutes } from './launch-routes.ts';
import { openedRoutes } from './opened-routes.ts';
import { refusal, sendRefusal } from './refusal.ts';
import { below, checked } from './request.ts';

export interface ApiParts extends HistoryParts {
  readonly access: ApiAccess;
  /** Called for each connection on which a request had access. */
  readonly showedToken: (socket: Socket) => void;
  /** Requests that need them wait until they are open. */
  readonly jobServices: Promise<JobServices>;
  readonly log: (text: string) => void;
  readonly opened: FilesToOpen;
}

const sourceOff = refusal(
  403,
  'sourceOff',
  'request',
  'this server compiles only its own kernels; start it with "npm start -- --allow-source" to compile yours',
);
const unauthorized = refusal(401, 'unauthorized', 'session', 'open the link that the server printed');

export function apiRoutes(parts: ApiParts): FastifyPluginAsync {
  return async app => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (parts.access.allows(request.headers)) return parts.showedToken(request.raw.socket);
      // The one request that gets access instead of needing it.
      if (request.routeOptions.url !== API_PATHS.session) return sendRefusal(reply, unauthorized);
    });

    sessionRoute(app, parts);
    app.get(below(API_PATHS.machine), async () => (await parts.jobServices).machine);

    compileRoutes(app, parts);
    runRoutes(app, parts);
    historyRoutes(app, parts);
    openedRoutes(app, parts.opened);
    launchRoutes(app, parts);
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
  const compilation = { log: parts.log, broken: BROKEN_COMPILATION };
  app.post(below(API_PATHS.compile), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { kernels } = await parts.jobServices;
    return eventStream(of => kernels.submit(body, of), reply, compilation);
  });

  app.post(below(API_PATHS.sass), async (request, reply) => {
    const body = checked(compileRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { listings } = await parts.jobServices;
    return eventStream(of => listings.submit(body, of), reply, compilation);
  });

  app.post(below(API_PATHS.compileSource), { bodyLimit: MAX_SOURCE_BODY_BYTES }, async (request, reply) => {
    const { sources } = await parts.jobServices;
    if (sources === null) return sendRefusal(reply, sourceOff);
    const body = checked(compileSourceRequestSchema, request.body, reply);
    return body === null ? reply : eventStream(of => sources.submit(body, of), reply, compilation);
  });
}

function runRoutes(app: FastifyInstance, { jobServices, log }: ApiParts): void {
  app.post(below(API_PATHS.run), async (request, reply) => {
    const body = checked(runRequestSchema, request.body, reply);
    if (body === null) return reply;
    const { runs } = await jobServices;
    return eventStream(of => runs.submit(body, of), reply, { log, broken: BROKEN_RUN });
  });

  app.get(below(API_PATHS.ceilings), async (request, reply) => {
    const query = checked(ceilingsQuerySchema, request.query, reply);
    if (query === null) return reply;
    const found = await (await jobServices).runs.ceilings(query.place);
    return found.ok ? { ceilings: found.value } : sendRefusal(reply, historyFailed(found.error));
  });
}
