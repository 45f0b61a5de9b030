/** A running server of this user, asked over HTTP as the page does it. */
import type { ServerAddress } from '../../server/server-file.ts';
import { err, type Result } from '../../src/base/result.ts';
import { apiErrorSchema, machineInfoSchema } from '../../src/contract/api.ts';
import { API_PATHS, CLIENT_HEADER } from '../../src/contract/api-address.ts';
import { ceilingsAnswerSchema } from '../../src/contract/ceilings.ts';
import { type RunRequest, runEventSchema } from '../../src/contract/run.ts';
import { LineSplitter } from '../lines.ts';
import { lastHeard } from './own-parts.ts';
import { apiErrorText, CANCELLED, type LastEvent, type RunEngine, type RunEventFollower } from './run-engine.ts';

/** Time limit for a server that hangs, or whose port another program uses now. */
const ANSWER_MS = 2000;
/** The last event contains the samples of all variants. */
const MAX_LINE_BYTES = 256 << 20;

/** null if no server of ours answers at that address. */
export async function openServerClient(address: ServerAddress): Promise<RunEngine | null> {
  const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(address.url + path, { ...options, headers: headersFor(address) });
  const answer = await ask(API_PATHS.machine, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  if (!answer?.ok) return null;
  const known = machineInfoSchema.safeParse(await answer.json().catch(() => null));
  if (!known.success) return null;
  return {
    title: `the server at ${address.url}`,
    machine: async () => machineInfoSchema.parse(await (await ask(API_PATHS.machine)).json()),
    run: (request, follower) => runThere(ask, request, follower),
    ceilings: async place => {
      const found = await ask(API_PATHS.ceilings + (place === undefined ? '' : `?place=${place}`));
      return found.ok ? ceilingsAnswerSchema.parse(await found.json()).ceilings : null;
    },
    close: async () => {},
  };
}

type Ask = (path: string, options?: RequestInit) => Promise<Response>;

const headersFor = ({ token }: ServerAddress): Record<string, string> => ({
  [CLIENT_HEADER.name]: CLIENT_HEADER.value,
  'content-type': 'application/json',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});

/** The server ends the run when its client disconnects. */
async function runThere(ask: Ask, request: RunRequest, follower: RunEventFollower): Promise<Result<LastEvent, string>> {
  const last = lastHeard(follower);
  try {
    const { signal } = follower;
    const answer = await ask(API_PATHS.run, { method: 'POST', body: JSON.stringify(request), signal });
    if (!answer.ok || answer.body === null) return err(await refusalText(answer));
    for await (const line of linesOf(answer.body)) last.follower.onEvent(runEventSchema.parse(JSON.parse(line)));
  } catch (error) {
    if (follower.signal.aborted) return { ok: true, value: CANCELLED };
    return err(`the server disconnected: ${(error as Error).message}`);
  }
  return follower.signal.aborted ? { ok: true, value: CANCELLED } : last.event();
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const line of splitter.push(read.value)) {
      if (!line.ok) throw new Error(`a line of its answer is ${line.error}`);
      yield line.value;
    }
  }
}

async function refusalText(answer: Response): Promise<string> {
  const parsed = apiErrorSchema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? apiErrorText(parsed.data) : `the server answered ${answer.status}`;
}
