/** What ssh says when it fails, in words that say what to do. */
import { failure } from '../runners/run-failures.ts';
import type { RunnerFailure } from '../runners/runner.ts';

/** ssh's own exit code, and that of a program there that was ended by a signal. */
export const SSH_FAILED = 255;

const WORDS: readonly (readonly [RegExp, (host: string) => string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    host => `the host key of ${host} is not the one that is known: find out why, then mend your known_hosts file`,
  ],
  [
    /Host key verification failed|No \S+ host key is known/,
    host => `the host key is unknown: ssh ${host} once by hand`,
  ],
  [
    /Permission denied/,
    host =>
      `${host} wants a password or a second factor, which cannot be asked here: ` +
      `add a key to your agent, or open a master connection by hand (ssh -M ${host}), which is then used`,
  ],
  [/Could not resolve hostname/, host => `there is no machine of the name ${host}: is it in your ssh config?`],
  [/Connection refused/, host => `${host} refuses the connection: no ssh server listens there`],
  [/timed out|Timeout, server|not responding/, host => `${host} does not answer`],
  [/No route to host|Network is unreachable/, host => `${host} cannot be reached from this network`],
  [/Bad owner or permissions|Bad configuration option/, () => 'your ssh config cannot be used'],
];

/** @param stderr what ssh printed. */
export function sshWords(host: string, stderr: string): string {
  const known = WORDS.find(([pattern]) => pattern.test(stderr));
  if (known !== undefined) return known[1](host);
  const last = stderr.trim().split('\n').at(-1)?.trim().slice(0, 200) ?? '';
  return last === '' ? `the connection to ${host} was lost` : `ssh ${host}: ${last}`;
}

export const unreachable = (host: string, stderr: string): RunnerFailure =>
  failure('unreachable', sshWords(host, stderr));
