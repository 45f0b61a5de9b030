/** The server's parts in this process, without a socket. */

import { refusalFor } from '../../server/api/event-stream.ts';
import { openServerCore, type ServerCore, type ServerCoreParts } from '../../server/core.ts';
import type { JobServices } from '../../server/job-services.ts';
import type { PlaceSpec } from '../../server/places/place-file.ts';
import { openDataFolder } from '../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunEvent } from '../../src/contract/run.ts';
import { apiErrorText, type LastEvent, type RunEngine, type RunEventFollower } from './run-engine.ts';

/** Rejects when the data folder cannot be used. */
export async function openOwnParts(
  dataDir: string,
  places: readonly PlaceSpec[],
  parts: ServerCoreParts,
): Promise<RunEngine> {
  const core = await openServerCore(openDataFolder(dataDir), { allowSource: false, places }, parts);
  const services = await opened(core);
  const { runs } = services;
  return {
    title: 'this process',
    machine: async () => services.machine,
    run: async (request, follower) => {
      const last = lastHeard(follower);
      const admitted = await runs.submit(request, last.follower);
      if (!admitted.ok) return err(apiErrorText(refusalFor(admitted.error).error));
      await admitted.value.end;
      return last.event();
    },
    ceilings: async place => {
      const found = await runs.ceilings(place);
      return found.ok ? found.value : null;
    },
    close: () => core.close(),
  };
}

async function opened(core: ServerCore): Promise<JobServices> {
  try {
    return await core.jobServices;
  } catch (error) {
    await core.close();
    throw error;
  }
}

interface LastHeard {
  readonly follower: RunEventFollower;
  event(): Result<LastEvent, string>;
}

/** Records the last event on its way to a follower. */
export function lastHeard({ onEvent, signal }: RunEventFollower): LastHeard {
  let last: RunEvent | null = null;
  const hear = (event: RunEvent): void => {
    last = event;
    onEvent(event);
  };
  const event = (): Result<LastEvent, string> =>
    last?.stage === 'done' || last?.stage === 'failed' ? ok(last) : err('the run ended without an answer');
  return { follower: { onEvent: hear, signal }, event };
}
