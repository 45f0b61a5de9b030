/**
 * The routes of a captured launch: its bytes in pieces, then the launch itself, then the bytes that it left. A launch
 * is a foreign program: without `--allow-source`, only PTX that the command line named runs.
 */
import type { FastifyInstance } from 'fastify';
import { API_PATHS } from '../../src/contract/api-address.ts';
import {
  hashesSchema,
  type LaunchRunEvent,
  MAX_LAUNCH_BODY_BYTES,
  MAX_PIECE_BODY_BYTES,
  parseLaunchRun,
  pieceSchema,
} from '../../src/contract/launch-run.ts';
import { decodeBase64 } from '../../src/trace/launch-bytes-base64.ts';
import type { JobServices } from '../job-services.ts';
import type { FilesToOpen } from '../opened-files.ts';
import { eventStream } from './event-stream.ts';
import { badInput, internal, refusal, sendRefusal } from './refusal.ts';
import { below, checked } from './request.ts';

interface LaunchRouteParts {
  readonly jobServices: Promise<JobServices>;
  readonly opened: FilesToOpen;
  readonly log: (text: string) => void;
}

const launchOff = refusal(
  403,
  'sourceOff',
  'request',
  'this server runs only captures that its command line named: start it with "npx lanescape open CAPTURE", or with --allow-source',
);
const noPiece = refusal(404, 'notFound', 'request', 'there is no such piece, or no longer');

const BROKEN: LaunchRunEvent = { stage: 'failed', at: 'server', message: internal.error.message, diagnostics: '' };

export function launchRoutes(app: FastifyInstance, { jobServices, opened, log }: LaunchRouteParts): void {
  const pieces = async () => (await jobServices).launches.pieces;

  app.post(below(API_PATHS.pieces), { bodyLimit: MAX_PIECE_BODY_BYTES }, async (request, reply) => {
    const body = checked(pieceSchema, request.body, reply);
    if (body === null) return reply;
    const bytes = decodeBase64(body.base64);
    if (typeof bytes === 'string') return sendRefusal(reply, badInput('base64', bytes));
    return { sha256: await (await pieces()).put(bytes) };
  });

  app.post(below(API_PATHS.missingPieces), async (request, reply) => {
    const body = checked(hashesSchema, request.body, reply);
    if (body === null) return reply;
    const store = await pieces();
    return { hashes: body.hashes.filter(hash => !store.has(hash)) };
  });

  app.get<{ Params: { hash: string } }>(`${below(API_PATHS.pieces)}/:hash`, async (request, reply) => {
    const bytes = await (await pieces()).read(request.params.hash);
    if (bytes === null) return sendRefusal(reply, noPiece);
    return reply.type('application/octet-stream').header('content-disposition', 'attachment').send(bytes);
  });

  app.post(below(API_PATHS.runLaunch), { bodyLimit: MAX_LAUNCH_BODY_BYTES }, async (request, reply) => {
    const parsed = parseLaunchRun(request.body);
    if (!parsed.ok) return sendRefusal(reply, badInput(parsed.error.field, parsed.error.message));
    const { launches, machine } = await jobServices;
    const { ptx } = parsed.value;
    const text = await launches.pieces.join(ptx.pieces, ptx.bytes);
    if (text === null) return sendRefusal(reply, badInput('ptx.pieces', 'a piece of it is not here: send it again'));
    if (!machine.allowSource && !(await opened.hasText(text))) return sendRefusal(reply, launchOff);
    return eventStream(of => launches.submit(parsed.value, text, of), reply, { log, broken: BROKEN });
  });
}
