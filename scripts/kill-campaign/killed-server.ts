/** A server process, seen from outside: its link, requests to it that may be cut off, and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Enough even on a busy machine. */
const START_MS = 120_000;
const LINK = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)$/m;

export class Victim {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #printed = '';
  #headers: Record<string, string> = {};
  #url = '';

  constructor(folder: string, runnerMode: string) {
    this.#child = spawn(process.execPath, [join(import.meta.dirname, 'campaign-server.ts'), folder, runnerMode]);
    this.#ended = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', text => {
        this.#printed += text;
      });
  }

  /** null once it has printed its link; otherwise what it printed instead. */
  async started(): Promise<string | null> {
    const deadline = performance.now() + START_MS;
    while (!LINK.test(this.#printed)) {
      if (this.#child.exitCode !== null) return `the start ended with ${this.#child.exitCode}: ${this.#printed}`;
      if (performance.now() > deadline) return `no link within ${START_MS / 1000} s: ${this.#printed}`;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const [, url, token] = LINK.exec(this.#printed) ?? [];
    this.#url = url;
    this.#headers = { 'x-lanescape': '1', 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return null;
  }

  async get(path: string): Promise<unknown> {
    return (await fetch(this.#url + path, { headers: this.#headers })).json();
  }

  /** Passes on each whole line of the answer as it comes. Gives the status, or null if the connection was cut. */
  async post(path: string, body: object, onLine: (line: string) => void = () => {}): Promise<number | null> {
    try {
      const answer = await fetch(this.#url + path, {
        ...{ method: 'POST', headers: this.#headers, body: JSON.stringify(body) },
      });
      let rest = '';
      for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      }
      return answer.status;
    } catch {
      return null;
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal);
    await this.#ended;
  }
}
