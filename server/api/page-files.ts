/**
 * The built page as static files; if it is not built, a page that says how to build it. Needs no token, since it has no
 * secret.
 */
import { existsSync, ReadStream, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { plainPath } from './request-path.ts';
import { type ByteRange, SharedFiles } from './shared-files.ts';

const UNBUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Lanescape</title>
<h1>The page is not built yet</h1>
<p>Run <code>npm run build</code> in the checkout, then reload. <code>npm start</code> does both.</p>
</html>
`;

/** For hosted pages. Here it would show the page of an earlier version. */
const SERVICE_WORKER = '/sw.js';

const YEAR_SECONDS = 31_536_000;

export function pageFiles(dist: string): FastifyPluginAsync {
  return async app => {
    if (!existsSync(join(dist, 'index.html'))) {
      app.get('/', async (_request, reply) => reply.code(503).type('text/html; charset=utf-8').send(UNBUILT));
      return;
    }
    const root = realpathSync(dist);
    sendShared(app, root);
    await app.register(fastifyStatic, {
      root,
      dotfiles: 'ignore',
      cacheControl: false,
      allowedPath: path => path !== SERVICE_WORKER && isInside(root, join(root, path)),
      setHeaders: (reply, path) => {
        // Vite puts a hash of the contents into the names below assets/.
        const hashed = path.startsWith(join(root, 'assets', sep));
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  };
}

function sendShared(app: FastifyInstance, root: string): void {
  const files = new SharedFiles();
  app.addHook('onRequest', async ({ raw }) => {
    if (!isRangeMeant(raw, root)) delete raw.headers.range;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    payload.destroy();
    return files.read(String(payload.path), rangeSent(reply.getHeader('content-range')), reply.raw);
  });
}

/** Resolves symbolic links, so that none leads out of the folder. A file that does not exist is not inside. */
function isInside(root: string, file: string): boolean {
  if (!existsSync(file)) return true;
  const real = realpathSync(file);
  return real === root || real.startsWith(root + sep);
}

/** One range of bytes, given by its first and last byte or by its length from the end. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * Whether a part is to be sent (RFC 9110, 14.2). The whole file is sent for a Range in another form, with another method
 * than GET, or under a condition, and also for a range that asks for more bytes from the end than the file has.
 */
function isRangeMeant({ method, headers, url = '' }: IncomingMessage, root: string): boolean {
  const range = RANGE.exec(headers.range ?? '');
  // An If-Range must name a strong tag, but ours are weak.
  if (range === null || method !== 'GET' || headers['if-range'] !== undefined) return false;
  const [, first, last, fromEnd] = range;
  if (fromEnd === undefined) return last === '' || Number(first) <= Number(last);
  const { size } = statSync(join(root, plainPath(url) ?? ''), { throwIfNoEntry: false }) ?? { size: 0 };
  return Number(fromEnd) <= size;
}

function rangeSent(header: unknown): ByteRange {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(String(header)) ?? ['', 0, Number.POSITIVE_INFINITY];
  return { first: Number(first), last: Number(last) };
}
