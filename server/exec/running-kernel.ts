/**
 * The scope in which process numbers mean the same processes: one running kernel, and on Linux one process namespace of
 * it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8);

const kernelName = (): string =>
  process.platform === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') : hostname();

/** Eight hexadecimal digits, which change with each boot. */
export const runningKernel = (): string => hashOf(kernelName());

/** The same for the process namespace, since two containers of a host differ. */
export const processSpace = (): string =>
  hashOf(kernelName() + (process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''));
