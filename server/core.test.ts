import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openServerCore } from './core.ts';
import { processesIn, temporaryFolder, until } from './fixtures/test-server.ts';
import { openDataFolder } from './runs/data-folder.ts';

it('a server that ends does not wait for a place that does not answer', async () => {
  const folder = temporaryFolder();
  const ssh = join(folder, 'ssh');
  writeFileSync(ssh, `#!/bin/sh\n: > '${join(folder, 'asked')}'\nexec sleep 1000\n`, { mode: 0o755 });
  const core = await openServerCore(
    openDataFolder(join(folder, 'data')),
    { allowSource: false, places: [{ name: 'box', kind: 'ssh', host: 'gpu-box' }] },
    { catalog: new Map(), nvccCandidates: [], elsewhere: { ssh } },
  );
  await until(() => existsSync(join(folder, 'asked')));
  await core.close();
  expect(processesIn(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
}, 20_000);
