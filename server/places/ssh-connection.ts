/**
 * One connection to a machine, over which all sessions go (OpenSSH's ControlMaster): the second session starts at once,
 * and whoever must type a second factor does so once. Where the user has a master open, it is used and never ended.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Exec } from '../exec/exec.ts';
import type { Resident } from '../exec/resident.ts';
import { unlessAborted } from '../exec/unless-aborted.ts';
import type { LinkFollower } from '../runners/gpu-link.ts';
import { cancelled, failure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';
import { unreachable } from './ssh-words.ts';
import { runProgram, USERS_LIMITS } from './user-program.ts';

/** ssh_config(5). Nothing is asked, and a connection that is dead is noticed within a minute. */
const PLAIN = [
  ...['BatchMode=yes', 'ConnectTimeout=10', 'ServerAliveInterval=15', 'ServerAliveCountMax=3', 'LogLevel=ERROR'],
  ...['ClearAllForwardings=yes', 'RequestTTY=no'],
].flatMap(option => ['-o', option]);
/** For the connection and all that proves who we are. */
const OPEN_MS = 30_000;
const POLL_MS = 20;
/**
 * What the connection's own session runs there. It ends with our end of its input, and the connection with it, also where
 * the kernel does not end it for us (macOS). `ssh -N` would read no input, and stay.
 */
const UNTIL_INPUT_ENDS = 'cat > /dev/null';

type Opened = Result<null, RunnerFailure>;

export class SshConnection {
  readonly #exec: Exec;
  readonly #ssh: string;
  readonly #host: string;
  /** Short, since the path of a socket has about 100 characters, and private. */
  #folder: string | null = null;
  #master: Resident | 'users' | null = null;
  #opening: Promise<Opened> | null = null;

  constructor(exec: Exec, ssh: string, host: string) {
    this.#exec = exec;
    this.#ssh = ssh;
    this.#host = host;
  }

  /** The options of a session. */
  get words(): readonly string[] {
    const via = typeof this.#master === 'object' && this.#master !== null ? this.#via() : [];
    return ['-T', ...PLAIN, ...via];
  }

  /** All callers get the same connection. */
  async open({ onWaiting, signal }: LinkFollower): Promise<Opened> {
    if (signal.aborted) return err(cancelled);
    if (this.#master !== null) return ok(null);
    onWaiting({ stage: 'connecting' });
    this.#opening ??= this.#make().finally(() => {
      this.#opening = null;
    });
    return unlessAborted<Opened>(this.#opening, signal, err(cancelled));
  }

  async close(): Promise<void> {
    const master = this.#master;
    this.#master = null;
    if (master !== null && master !== 'users') {
      master.stop();
      await master.ended;
    }
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  async #make(): Promise<Opened> {
    // Windows' ssh shares no connections: each session makes its own.
    if (process.platform === 'win32' || (await this.#isUsersOpen())) {
      this.#master = process.platform === 'win32' ? null : 'users';
      return ok(null);
    }
    this.#folder ??= mkdtempSync(join(tmpdir(), 'lanescape-'));
    return this.#exec.inFolder(folder => this.#start(folder));
  }

  async #isUsersOpen(): Promise<boolean> {
    const program = { file: this.#ssh, argv: [...PLAIN, '-O', 'check', '--', this.#host] };
    const { end } = await runProgram(this.#exec, program, { timeoutMs: OPEN_MS });
    return end.kind === 'exited' && end.code === 0;
  }

  async #start(folder: string): Promise<Opened> {
    // One that was killed leaves its socket, and ssh shares no connection where there is one already.
    rmSync(this.#socket, { force: true });
    const master = this.#exec.stay({
      file: this.#ssh,
      argv: ['-M', ...PLAIN, '-o', 'ControlPersist=no', '-S', this.#socket, '--', this.#host, UNTIL_INPUT_ENDS],
      ...{ folder, limits: USERS_LIMITS, view: null, maxErrorBytes: 1 << 16, isUsersProgram: true, onOutput: () => {} },
    });
    let said: string | null = null;
    const ended = master.ended.then(({ stderr }) => {
      said = stderr;
      if (this.#master === master) this.#master = null;
    });
    const late = performance.now() + OPEN_MS;
    while (said === null && !existsSync(this.#socket) && performance.now() < late)
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, POLL_MS))]);
    if (said !== null) return err(unreachable(this.#host, said));
    if (existsSync(this.#socket)) {
      this.#master = master;
      return ok(null);
    }
    master.stop();
    await ended;
    return err(failure('unreachable', `${this.#host} did not let us in within ${OPEN_MS / 1000} s`));
  }

  get #socket(): string {
    return join(this.#folder ?? '', 'master');
  }

  #via(): readonly string[] {
    return ['-o', 'ControlMaster=no', '-S', this.#socket];
  }
}
