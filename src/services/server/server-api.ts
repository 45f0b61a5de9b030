/** The page's end of the local server; for a page that has one. */
import {
  apiErrorSchema,
  type CompileEvent,
  type CompileRequest,
  type CompileSourceRequest,
  compileEventSchema,
  type HistoryPage,
  historyPageSchema,
  type MachineInfo,
  machineInfoSchema,
  type SassEvent,
  type SourceEvent,
  sassEventSchema,
  sourceEventSchema,
} from '../../contract/api.ts';
import { ceilingsAnswerSchema } from '../../contract/ceilings.ts';
import { openedFilesSchema, type ReadableFile } from '../../contract/opened-files.ts';
import { parseJson } from '../../contract/parse-json.ts';
import { type RunEvent, type RunRequest, type RunsPage, runEventSchema, runsPageSchema } from '../../contract/run.ts';
import type { z } from '../../contract/schema.ts';
import { useTrouble } from '../../state/trouble-store.ts';
import type { CeilingsRecord } from '../../trace/ceilings.ts';
import { ANSWER_MS, addressOf, fetchAnswer, ServerTrouble, serverHeaders, troubleWith } from './server-requests.ts';

/** Says 'locked' to the whole page where the server does not know this browser. */
async function refusal(response: Response): Promise<Error> {
  const body = apiErrorSchema.safeParse(await response.json().catch(() => null));
  const message = body.success ? body.data.message : `the server answered ${response.status}`;
  return response.status === 401 ? troubleWith('locked', message) : new Error(message);
}

const UNREADABLE = "the server's answer cannot be read: it may be of another version than this page";
const BROKEN_OFF = 'the server disconnected before its answer was complete';

/** One JSON answer, whole within the time that it has to begin in. */
async function ask<T>(address: string, schema: z.ZodMiniType<T>): Promise<T> {
  const response = await fetchAnswer(address, { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  const text = await Promise.race([response.text(), tooLate()]).catch(() => {
    throw troubleWith('gone', BROKEN_OFF);
  });
  const parsed = parseJson(schema, text);
  if (!parsed.ok) throw new Error(UNREADABLE);
  return parsed.value;
}

const tooLate = (): Promise<never> => new Promise((_, reject) => setTimeout(reject, ANSWER_MS));

/** Whatever goes wrong here goes wrong everywhere: every page begins with this question. */
export async function askMachine(): Promise<MachineInfo> {
  try {
    const machine = await ask(addressOf('machine'), machineInfoSchema);
    useTrouble.getState().setServer('fine');
    return machine;
  } catch (error) {
    throw error instanceof ServerTrouble ? error : troubleWith('failing', (error as Error).message);
  }
}

export const fetchBuilds = (before: number | null): Promise<HistoryPage> =>
  ask(addressOf('builds') + (before === null ? '' : `?before=${before}`), historyPageSchema);

/** Newest first, of one kernel or (null) of all, as many as the server puts into an answer; `before` an id, or null for the first page. */
export function fetchRuns(kernel: string | null, before: number | null): Promise<RunsPage> {
  const query = new URLSearchParams({
    limit: '100',
    ...(kernel !== null && { kernel }),
    ...(before !== null && { before: String(before) }),
  });
  return ask(`${addressOf('runs')}?${query}`, runsPageSchema);
}

/** Ceilings of this machine's GPU; null if nothing has measured them. */
export const fetchCeilings = async (): Promise<CeilingsRecord | null> =>
  (await ask(addressOf('ceilings'), ceilingsAnswerSchema)).ceilings;

/** The files that the server's command line named, by their paths. Each is fetched when it is read. */
export async function filesOfCommandLine(): Promise<ReadonlyMap<string, ReadableFile>> {
  const { files } = await ask(addressOf('opened'), openedFilesSchema);
  return new Map(files.map(({ name, bytes }, i) => [name, servedFile(name, bytes, i)]));
}

function servedFile(path: string, size: number, index: number): ReadableFile {
  const fetched = async (): Promise<Response> => {
    const response = await fetchAnswer(`${addressOf('opened')}/${index}`, { headers: serverHeaders });
    if (!response.ok) throw await refusal(response);
    return response;
  };
  return {
    name: path.split('/').at(-1) ?? path,
    size,
    text: async () => (await fetched()).text(),
    arrayBuffer: async () => (await fetched()).arrayBuffer(),
  };
}

/** Removes all runs of a comparison for good, since the server keeps no copy; if it fails, it removes none. */
export async function removeComparison(id: number): Promise<void> {
  const body = JSON.stringify({ id });
  const response = await fetchAnswer(addressOf('removeRun'), { method: 'POST', headers: serverHeaders, body });
  if (!response.ok) throw await refusal(response);
}

/** One JSON answer to a question with a body. */
export async function post<T>(
  path: 'pieces' | 'missingPieces',
  body: object,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal,
): Promise<T> {
  const init = { method: 'POST', headers: serverHeaders, body: JSON.stringify(body), signal };
  const response = await fetchAnswer(addressOf(path), init);
  if (!response.ok) throw await refusal(response);
  const parsed = parseJson(schema, await response.text());
  if (!parsed.ok) throw new Error(UNREADABLE);
  return parsed.value;
}

export async function bytesAt(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchAnswer(address, { headers: serverHeaders, signal });
  if (!response.ok) throw await refusal(response);
  return new Uint8Array(await response.arrayBuffer());
}

/** Yields the stages of a run on the GPU, as `compile` does those of a compilation. */
export const runOnGpu = (request: RunRequest, signal: AbortSignal): AsyncGenerator<RunEvent, void> =>
  eventsOf('run', runEventSchema, request, signal);

/** Yields the stages of a compilation as they come; ends after `done` or `failed`. Aborting cancels it on the server. */
export const compile = (request: CompileRequest, signal: AbortSignal): AsyncGenerator<CompileEvent, void> =>
  eventsOf('compile', compileEventSchema, request, signal);

/** The same for the machine code of what a compilation would make. */
export const disassemble = (request: CompileRequest, signal: AbortSignal): AsyncGenerator<SassEvent, void> =>
  eventsOf('sass', sassEventSchema, request, signal);

/** The same for CUDA text of the page's own; a server that does not allow it refuses. */
export const compileSource = (request: CompileSourceRequest, signal: AbortSignal): AsyncGenerator<SourceEvent, void> =>
  eventsOf('compileSource', sourceEventSchema, request, signal);

export async function* eventsOf<E>(
  path: 'compile' | 'compileSource' | 'sass' | 'run' | 'runLaunch',
  schema: z.ZodMiniType<E>,
  request: object,
  signal: AbortSignal,
) {
  const body = JSON.stringify(request);
  const response = await fetchAnswer(addressOf(path), { method: 'POST', headers: serverHeaders, body, signal });
  if (!response.ok || !response.body) throw await refusal(response);
  const lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await lines.read().catch(error => {
      throw signal.aborted ? error : troubleWith('gone', BROKEN_OFF);
    });
    const complete = (rest + (value ?? '')).split('\n');
    rest = complete.pop() as string;
    for (const line of complete) if (line.trim() !== '') yield eventIn(line, schema);
    // Every line has its end; one without was on its way.
    if (done && rest.trim() !== '') throw troubleWith('gone', BROKEN_OFF);
    if (done) return;
  }
}

function eventIn<E>(line: string, schema: z.ZodMiniType<E>): E {
  const parsed = parseJson(schema, line);
  if (!parsed.ok) throw new Error(UNREADABLE);
  return parsed.value;
}
