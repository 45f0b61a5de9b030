import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { kernelSources } from './kernel-sources.ts';
import { projectRoot } from './tree.ts';

test('the development server answers with the sources that the manifest names', async () => {
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    root: join(projectRoot, 'scripts/fixtures'),
    server: { middlewareMode: true, ws: false },
    plugins: [kernelSources(projectRoot)],
  });
  const http = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    for (const [path, file] of [
      ['transpose/xor.cu', 'kernels/transpose/xor.cu'],
      ['include/mbarrier.cuh', 'include/mbarrier.cuh'],
    ])
      expect(await (await get(`/ptx/${path}`)).text()).toBe(readFileSync(join(projectRoot, 'cuda', file), 'utf8'));
    expect((await get('/ptx/transpose/absent.cu')).status).toBe(404);
    expect((await get('/ptx/include/..%2f..%2fpackage.json')).status).toBe(404);
  } finally {
    http.close();
    await vite.close();
  }
});
