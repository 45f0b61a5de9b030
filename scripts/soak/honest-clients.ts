/**
 * Clients that use the server as the page does: over connections that they keep, and that they reopen when they have
 * ended.
 */
import { Agent, type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Latency {
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

export type RequestKind = 'page' | 'compile' | 'run' | 'cancel';

interface Server {
  readonly port: number;
  readonly token: string;
}

const FILES = ['/', '/assets/a-1234.js', '/assets/b-1234.js', '/assets/c-1234.js', '/assets/d-1234.js', '/large.json'];
const PAUSE_MS = 300;
const GIVE_UP_MS = 60_000;

interface Asked {
  readonly path: string;
  readonly cookie?: string;
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

export class HonestClients {
  readonly failures: string[] = [];
  readonly #server: Server;
  readonly #ms: Readonly<Record<RequestKind, number[]>> = { page: [], compile: [], run: [], cancel: [] };
  #isStopped = false;
  #clients: readonly Promise<void>[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  start(count: number): void {
    this.#clients = Array.from({ length: count }, (_, client) => this.#live(client));
  }

  /** Waits for requests that have begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  latencies(): Readonly<Record<RequestKind, Latency>> {
    const { page, compile, run, cancel } = this.#ms;
    return { page: latencyOf(page), compile: latencyOf(compile), run: latencyOf(run), cancel: latencyOf(cancel) };
  }

  async #live(client: number): Promise<void> {
    for (let visit = 0; !this.#isStopped; visit++) {
      // A browser has six connections to a host.
      const agent = new Agent({ keepAlive: true, maxSockets: 6 });
      await this.#visit(agent, client * 1000 + (visit % 1000)).catch((error: Error) =>
        this.failures.push(error.message),
      );
      agent.destroy();
      await sleep(PAUSE_MS);
    }
  }

  /** Opens the page by its link, reads the history, and then compiles or runs something, or begins to and gives up. */
  async #visit(agent: Agent, n: number): Promise<void> {
    const ask = (kind: RequestKind, asked: Asked) => this.#timed(kind, agent, asked);
    await Promise.all(FILES.map(path => ask('page', { path })));
    const { cookie } = await ask('page', { path: '/api/session', json: { token: this.#server.token } });
    for (const path of ['/api/machine', '/api/builds?limit=5', '/api/runs?kernel=probe&limit=5'])
      await ask('page', { path, cookie });
    const params = { mode: 'ok', n };
    if (n % 4 === 0) {
      await ask('compile', {
        path: '/api/compile',
        cookie,
        json: { kernel: 'probe', variant: 'plain', params, arch: 'sm_90' },
      });
    } else if (n % 4 === 1) {
      await ask('run', {
        path: '/api/run',
        cookie,
        json: { kernel: 'probe', variants: ['plain'], params, method: 'cold' },
      });
    } else if (n % 4 === 2) {
      const json = { kernel: 'probe', variant: 'plain', params: { mode: 'hang', n }, arch: 'sm_90' };
      await ask('cancel', { path: '/api/compile', cookie, json, signal: AbortSignal.timeout(200) });
    }
  }

  async #timed(kind: RequestKind, agent: Agent, asked: Asked): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await this.#ask(agent, asked).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${asked.path}: ${error.message} after ${Math.round(performance.now() - startedAt)} ms`);
    });
    this.#ms[kind].push(performance.now() - startedAt);
    const last = answer.text.trim().split('\n').at(-1) ?? '';
    const isRight = answer.status < 300 && (kind === 'page' || kind === 'cancel' || last.includes('"stage":"done"'));
    if (!isRight) throw new Error(`${asked.path}: ${answer.status} ${last.slice(0, 300)}`);
    return answer;
  }

  /** Asks as browsers do: if a kept connection gave no answer, the request is sent once more on a new one. */
  async #ask(agent: Agent, asked: Asked): Promise<Answer> {
    try {
      return await send(this.#server.port, agent, asked);
    } catch (error) {
      if (!(error instanceof KeptConnectionEnded)) throw error;
      return await send(this.#server.port, new Agent(), asked);
    }
  }
}

class KeptConnectionEnded extends Error {}

function latencyOf(ms: readonly number[]): Latency {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { count: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

function send(port: number, agent: Agent, { path, cookie, json, signal }: Asked): Promise<Answer> {
  const headers = {
    'x-lanescape': '1',
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  const method = json === undefined ? 'GET' : 'POST';
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent, timeout: GIVE_UP_MS });
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  return answerTo(sent, signal);
}

function answerTo(sent: ClientRequest, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    sent.on('error', error =>
      reject(sent.reusedSocket && !isAnswered ? new KeptConnectionEnded(error.message) : error),
    );
    sent.on('response', response => {
      isAnswered = true;
      const [pair = ''] = response.headers['set-cookie'] ?? [];
      text(response).then(
        body => resolve({ status: response.statusCode ?? 0, text: body, cookie: pair.split(';')[0] }),
        reject,
      );
    });
    // A client that gives up wants no answer.
    signal?.addEventListener('abort', () => {
      resolve({ status: 200, text: '', cookie: '' });
      sent.destroy();
    });
  });
}
