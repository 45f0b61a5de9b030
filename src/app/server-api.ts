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
} from '../contract/api.ts';
import { ceilingsAnswerSchema } from '../contract/ceilings.ts';
import { type RunEvent, type RunRequest, type RunsPage, runEventSchema, runsPageSchema } from '../contract/run.ts';
import type { CeilingsRecord } from '../trace/ceilings.ts';
import { addressOf, fetchAnswer, serverHeaders } from './server.ts';

async function refusal(response: Response): Promise<Error> {
  const body = apiErrorSchema.safeParse(await response.json().catch(() => null));
  return new Error(body.success ? body.data.message : `the server answered ${response.status}`);
}

export async function askMachine(): Promise<MachineInfo> {
  const response = await fetchAnswer(addressOf('machine'), { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return machineInfoSchema.parse(await response.json());
}

export async function fetchBuilds(before: number | null): Promise<HistoryPage> {
  const query = before === null ? '' : `?before=${before}`;
  const response = await fetchAnswer(addressOf('builds') + query, { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return historyPageSchema.parse(await response.json());
}

/** Newest first, of one kernel or (null) of all, as many as the server puts into an answer; `before` an id, or null for the first page. */
export async function fetchRuns(kernel: string | null, before: number | null): Promise<RunsPage> {
  const query = new URLSearchParams({
    limit: '100',
    ...(kernel !== null && { kernel }),
    ...(before !== null && { before: String(before) }),
  });
  const response = await fetchAnswer(`${addressOf('runs')}?${query}`, { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return runsPageSchema.parse(await response.json());
}

/** What this machine's GPU can do at most; null where nothing has measured it. */
export async function fetchCeilings(): Promise<CeilingsRecord | null> {
  const response = await fetchAnswer(addressOf('ceilings'), { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return ceilingsAnswerSchema.parse(await response.json()).ceilings;
}

/** For good: the server keeps no copy. All runs of its comparison or, where it fails, none. */
export async function removeComparison(id: number): Promise<void> {
  const body = JSON.stringify({ id });
  const response = await fetchAnswer(addressOf('removeRun'), { method: 'POST', headers: serverHeaders, body });
  if (!response.ok) throw await refusal(response);
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

interface EventSchema<E> {
  parse(line: unknown): E;
}

async function* eventsOf<E>(
  path: 'compile' | 'compileSource' | 'sass' | 'run',
  schema: EventSchema<E>,
  request: object,
  signal: AbortSignal,
) {
  const response = await fetchAnswer(addressOf(path), {
    method: 'POST',
    headers: serverHeaders,
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || !response.body) throw await refusal(response);
  const lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await lines.read();
    rest += value ?? '';
    const complete = rest.split('\n');
    rest = done ? '' : (complete.pop() as string);
    for (const line of complete) if (line.trim() !== '') yield schema.parse(JSON.parse(line));
    if (done) return;
  }
}
