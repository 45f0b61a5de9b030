/** The routes to the files that the command line named. No path comes from the page: only a number in the list. */
import type { FastifyInstance } from 'fastify';
import { API_PATHS } from '../../src/contract/api-address.ts';
import type { FilesToOpen } from '../opened-files.ts';
import { refusal, sendRefusal } from './refusal.ts';
import { below } from './request.ts';

const noSuchFile = refusal(404, 'notFound', 'request', 'the command line named no such file');

export function openedRoutes(app: FastifyInstance, files: FilesToOpen): void {
  app.get(below(API_PATHS.opened), async () => ({ files: files.listed }));

  app.get<{ Params: { index: string } }>(`${below(API_PATHS.opened)}/:index`, async (request, reply) => {
    const { index } = request.params;
    const stream = /^\d{1,5}$/.test(index) ? files.read(Number(index)) : null;
    if (stream === null) return sendRefusal(reply, noSuchFile);
    return reply.type('application/octet-stream').header('content-disposition', 'attachment').send(stream);
  });
}
