/** The page's end of the local server. Without one (a static page) every question has the same answer: null. */
import {
  API_PATHS,
  apiErrorSchema,
  CLIENT_HEADER,
  type CompileEvent,
  type CompileRequest,
  type CompileSourceRequest,
  compileEventSchema,
  type HistoryPage,
  historyPageSchema,
  type MachineInfo,
  machineInfoSchema,
  type SourceEvent,
  sourceEventSchema,
} from '../contract/api.ts';

export const serverHeaders = { 'Content-Type': 'application/json', [CLIENT_HEADER.name]: CLIENT_HEADER.value };

/** Relative, so that a server behind another base path is found as well. */
const address = (path: string): string => path.slice(1);

/** Set once this origin has answered as our server: a static page then never asks for what it cannot have. */
const KNOWN_KEY = 'lanescape.server';

export function rememberServer(): void {
  try {
    localStorage.setItem(KNOWN_KEY, '1');
  } catch {
    // Without storage the server is asked for in this window only through the printed link.
  }
}

export function serverIsKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === '1';
  } catch {
    return false;
  }
}

/** As `fetch`, with words for a person where nobody answers. */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Error('the server does not answer');
  }
}

async function refusal(response: Response): Promise<Error> {
  const body = apiErrorSchema.safeParse(await response.json().catch(() => null));
  return new Error(body.success ? body.data.message : `the server answered ${response.status}`);
}

export async function fetchMachine(): Promise<MachineInfo | null> {
  if (!serverIsKnown()) return null;
  const response = await fetchAnswer(address(API_PATHS.machine), { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return machineInfoSchema.parse(await response.json());
}

export async function fetchBuilds(before: number | null): Promise<HistoryPage> {
  const query = before === null ? '' : `?before=${before}`;
  const response = await fetchAnswer(address(API_PATHS.builds) + query, { headers: serverHeaders });
  if (!response.ok) throw await refusal(response);
  return historyPageSchema.parse(await response.json());
}

/** Yields the stages of a compilation as they come; ends after `done` or `failed`. Aborting cancels it on the server. */
export const compile = (request: CompileRequest, signal: AbortSignal): AsyncGenerator<CompileEvent, void> =>
  eventsOf(API_PATHS.compile, compileEventSchema, request, signal);

/** The same for CUDA text of the page's own; a server that does not allow it refuses. */
export const compileSource = (request: CompileSourceRequest, signal: AbortSignal): AsyncGenerator<SourceEvent, void> =>
  eventsOf(API_PATHS.compileSource, sourceEventSchema, request, signal);

interface EventSchema<E> {
  parse(line: unknown): E;
}

async function* eventsOf<E>(path: string, schema: EventSchema<E>, request: object, signal: AbortSignal) {
  const response = await fetchAnswer(address(path), {
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
