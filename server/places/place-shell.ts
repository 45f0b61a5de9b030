/**
 * How a command gets to a place: a script of `sh`, here or at the end of an ssh connection. Scripts are ours: what they
 * are made of is checked by `place-file.ts`, or is hexadecimal. What varies otherwise goes through standard input.
 */
import { assert } from '../../src/base/assert.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Exec } from '../exec/exec.ts';
import type { JobEnd } from '../exec/job.ts';
import type { GpuProgram, LinkFollower } from '../runners/gpu-link.ts';
import type { RunnerFailure } from '../runners/runner.ts';
import { SshConnection } from './ssh-connection.ts';
import { SSH_FAILED, unreachable } from './ssh-words.ts';
import { type ProgramEnd, type ProgramOrder, runProgram } from './user-program.ts';

export interface PlaceShell {
  /** The machine's name for a person. */
  readonly host: string;
  /** Makes the connection, if there is none. */
  connect(follower: LinkFollower): Promise<Result<null, RunnerFailure>>;
  /** A program that runs the script there, and hands its input and output through. Needs a connection. */
  program(script: string): GpuProgram;
  /** The error is a connection that failed; how the script ended is data. */
  run(script: string, order: ProgramOrder): Promise<Result<ProgramEnd, RunnerFailure>>;
  /** Why a program of this shell ended so, if the connection is the reason. */
  lost(end: JobEnd, stderr: string): RunnerFailure | null;
  close(): Promise<void>;
}

const NOBODY: LinkFollower = { onWaiting: () => {}, signal: new AbortController().signal };

/** A word within double quotes in a script of `sh`, itself within single quotes for whatever shell there is. */
export function quoted(text: string): string {
  assert(/^[A-Za-z0-9_.,:+=@%/&|-]+$/.test(text), `"${text}" is a plain word`);
  return `"${text}"`;
}

export const hereShell = (exec: Exec): PlaceShell => ({
  host: 'this machine',
  connect: async () => ok(null),
  program: script => ({ file: '/bin/sh', argv: ['-c', script] }),
  run: async (script, order) => ok(await runProgram(exec, { file: '/bin/sh', argv: ['-c', script] }, order)),
  lost: () => null,
  close: async () => {},
});

/** @param ssh path of the user's ssh. */
export function sshShell(exec: Exec, ssh: string, host: string): PlaceShell {
  const connection = new SshConnection(exec, ssh, host);
  const program = (script: string): GpuProgram => {
    // csh and fish agree with sh on single quotes, where neither a quote, a line feed, ! nor \ stands between them.
    assert(!/['\n!\\]/.test(script), 'a script is one line that every shell quotes alike');
    return { file: ssh, argv: [...connection.words, '--', host, `exec sh -c '${script}'`] };
  };
  const lost = (end: JobEnd, stderr: string): RunnerFailure | null =>
    end.kind === 'exited' && end.code === SSH_FAILED ? unreachable(host, stderr) : null;
  return {
    ...{ host, program, lost },
    connect: follower => connection.open(follower),
    run: async (script, order) => {
      const open = await connection.open({ ...NOBODY, ...(order.signal ? { signal: order.signal } : {}) });
      if (!open.ok) return open;
      const ended = await runProgram(exec, program(script), order);
      const failed = lost(ended.end, ended.stderr);
      return failed === null ? ok(ended) : err(failed);
    },
    close: () => connection.close(),
  };
}
