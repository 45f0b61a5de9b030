/** The built page as static files; without one, a page that says how to build it. Needs no token: it holds no secret. */
import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

const UNBUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Lanescape</title>
<h1>The page is not built yet</h1>
<p>Run <code>npm run build</code> in the checkout, then reload. <code>npm start</code> does both.</p>
</html>
`;

const YEAR_SECONDS = 31_536_000;

export function pageFiles(dist: string): FastifyPluginAsync {
  return async app => {
    if (!existsSync(join(dist, 'index.html'))) {
      app.get('/', async (_request, reply) => reply.code(503).type('text/html; charset=utf-8').send(UNBUILT));
      return;
    }
    const root = realpathSync(dist);
    await app.register(fastifyStatic, {
      root,
      dotfiles: 'ignore',
      cacheControl: false,
      allowedPath: path => isInside(root, join(root, path)),
      setHeaders: (reply, path) => {
        // Vite puts a hash of the contents into the names below assets/.
        const hashed = path.startsWith(join(root, 'assets', sep));
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  };
}

/** Where the file really lies: a symbolic link must not lead out of the folder. An absent file leads nowhere. */
function isInside(root: string, file: string): boolean {
  if (!existsSync(file)) return true;
  const real = realpathSync(file);
  return real === root || real.startsWith(root + sep);
}
