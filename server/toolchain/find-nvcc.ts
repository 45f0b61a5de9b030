/** Where nvcc may be, and what the nvcc that was found can do. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isExecutable } from '../exec/containment.ts';
import { type Exec, probeJob } from '../exec/exec.ts';

export interface Nvcc {
  /** An absolute path, which is never sent to the page. */
  readonly path: string;
  /** `13.0.88`. */
  readonly version: string;
  /** The architectures for which it compiles: `sm_80` and so on. */
  readonly archs: readonly string[];
}

/** First PATH, then the folders into which CUDA's installers put it, newest first. */
export function nvccCandidates(): string[] {
  const onPath = findProgram('nvcc');
  const usual = ['/usr/local/cuda', ...versionedFolders('/usr/local'), '/opt/cuda', '/usr/lib/cuda'];
  return [...(onPath ? [onPath] : []), ...usual.map(folder => join(folder, 'bin/nvcc')).filter(isExecutable)];
}

function versionedFolders(parent: string): string[] {
  try {
    const names = readdirSync(parent).filter(name => /^cuda-\d/.test(name));
    return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true })).map(name => join(parent, name));
  } catch {
    return [];
  }
}

/** The first candidate that answers; null if none does. */
export async function findNvcc(exec: Exec, candidates: readonly string[]): Promise<Nvcc | null> {
  for (const path of candidates) {
    const version = parseVersion(await outputOf(exec, path, ['--version']));
    if (version === null) continue;
    return { path, version, archs: parseArchs(await outputOf(exec, path, ['--list-gpu-arch'])) };
  }
  return null;
}

/** Standard output of a probe, or '' if it failed. */
export async function outputOf(exec: Exec, file: string, argv: readonly string[]): Promise<string> {
  const { end, stdout } = await exec.inFolder(folder => exec.run(probeJob({ file, argv }, folder)));
  return end.kind === 'exited' && end.code === 0 ? stdout : '';
}

export const parseVersion = (text: string): string | null => /\bV(\d+\.\d+\.\d+)\b/.exec(text)?.[1] ?? null;

/**
 * The list names plain architectures. From 9.0 on, each also has an architecture-specific form, with wgmma or its
 * successors.
 */
export function parseArchs(text: string): string[] {
  const numbers = [...text.matchAll(/\bcompute_(\d+)\b/g)].map(match => Number(match[1])).sort((a, b) => a - b);
  return [...new Set(numbers)].flatMap(n => (n >= 90 ? [`sm_${n}`, `sm_${n}a`] : [`sm_${n}`]));
}
