/**
 * If this user has a running server, uses it, with its GPU process and its caches. Otherwise opens the server's parts in
 * this process.
 */

import { resolve } from 'node:path';
import type { ServerCoreParts } from '../../server/core.ts';
import { readServerFiles } from '../../server/running-servers.ts';
import { defaultDataFolder } from '../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { complain } from '../terminal.ts';
import type { Outcome } from '../verb.ts';
import { openOwnParts } from './own-parts.ts';
import type { RunEngine } from './run-engine.ts';
import { openServerClient } from './server-client.ts';

/** The error is one line that says why the data folder cannot be used. */
async function openEngine(dataDir: string | undefined, parts: ServerCoreParts): Promise<Result<RunEngine, string>> {
  const folder = dataDir === undefined ? defaultDataFolder() : resolve(dataDir);
  for (const address of readServerFiles(folder)) {
    const client = await openServerClient(address);
    if (client !== null) return ok(client);
  }
  try {
    return ok(await openOwnParts(folder, parts));
  } catch (error) {
    return err((error as Error).message);
  }
}

/** For work that needs a GPU. Without a GPU it prints one line, and the exit code is 1. */
export async function withEngine(
  dataDir: string | undefined,
  parts: ServerCoreParts,
  work: (engine: RunEngine) => Promise<Outcome>,
): Promise<Outcome> {
  const engine = await openEngine(dataDir, parts);
  if (!engine.ok) return engine;
  const { machine, title } = engine.value;
  try {
    if (machine.gpus.length > 0 && machine.nvcc !== null) {
      complain(`lanescape: ${machine.gpus[0].name}, asked by ${title}\n`);
      return await work(engine.value);
    }
    complain('lanescape: no GPU, or no nvcc for it, on this machine: nothing can be run\n');
    return ok(1);
  } finally {
    await engine.value.close();
  }
}
