/** A static file server for tests: one folder under one base path on 127.0.0.1, as a page host would serve it. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ptx': 'text/plain; charset=utf-8',
};

export interface ServedDist {
  /** Address of the folder's index.html, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `folder` below `basePath` ('/' or '/some/base/path/') on a free port. */
export async function serveDist(folder: string, basePath = '/'): Promise<ServedDist> {
  const server = createServer(async (request, response) => {
    const file = fileBehind(folder, basePath, request.url ?? '/');
    const bytes = file === null ? null : await readFile(file).catch(() => null);
    if (file === null || bytes === null) return void response.writeHead(404).end('not found');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${basePath}`, close: () => closed(server) };
}

/** Null for a path outside the base path or the folder. */
export function fileBehind(folder: string, basePath: string, url: string): string | null {
  const path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  if (!path.startsWith(basePath)) return null;
  const inside = path.slice(basePath.length);
  const file = join(folder, inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside);
  return file.startsWith(join(folder, sep)) ? file : null;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close(error => (error ? reject(error) : resolve())));
}
