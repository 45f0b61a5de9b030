/** The routes that read the history or delete from it. If the history is locked or damaged, the answer says so. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { historyQuerySchema } from '../../src/contract/api.ts';
import { API_PATHS } from '../../src/contract/api-address.ts';
import { runRemovalSchema, runsQuerySchema } from '../../src/contract/run.ts';
import type { Today } from '../runs/current-sources.ts';
import type { History } from '../runs/history.ts';
import type { AnswerOf } from '../runs/history-calls.ts';
import type { StoreFailure } from '../runs/store-failure.ts';
import { type ApiRefusal, refusal, sendRefusal } from './refusal.ts';
import { below, checked } from './request.ts';

export interface HistoryParts {
  readonly history: History;
  /** The sources with which runs are compared to find stale ones; made anew for each request, since sources may change. */
  readonly today: () => Today;
}

const noSuchRun = refusal(404, 'notFound', 'request', 'there is no such run');

/** Neither a bug nor a wrong request: the sentence says what to do. */
export const historyFailed = ({ message }: StoreFailure): ApiRefusal =>
  refusal(503, 'historyFailed', 'server', message);

export function historyRoutes(app: FastifyInstance, { history, today }: HistoryParts): void {
  app.get(below(API_PATHS.builds), async (request, reply) => {
    const query = checked(historyQuerySchema, request.query, reply);
    if (query === null) return reply;
    const page = await history.ask('builds', query);
    return page.ok ? sendJson(reply, page.value) : sendRefusal(reply, historyFailed(page.error));
  });

  app.get(below(API_PATHS.runs), async (request, reply) => {
    const query = checked(runsQuerySchema, request.query, reply);
    return query === null ? reply : sendRuns(reply, await history.ask('runs', query), today());
  });

  app.post(below(API_PATHS.removeRun), async (request, reply) => {
    const body = checked(runRemovalSchema, request.body, reply);
    if (body === null) return reply;
    const removed = await history.ask('removeComparison', body.id);
    if (!removed.ok) return sendRefusal(reply, historyFailed(removed.error));
    return removed.value ? reply.code(204).send() : sendRefusal(reply, noSuchRun);
  });
}

async function sendRuns(reply: FastifyReply, page: AnswerOf<'runs'>, today: Today): Promise<FastifyReply> {
  if (!page.ok) return sendRefusal(reply, historyFailed(page.error));
  const { runs, next, briefs } = page.value;
  const stale = await today.stale(briefs);
  // The runs are already JSON. Parsing and writing megabytes of samples here would delay every other request.
  return sendJson(reply, `{"runs":${runs},"next":${next},"stale":${JSON.stringify(stale)}}`);
}

const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
