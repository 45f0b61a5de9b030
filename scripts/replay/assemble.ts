/** Machine code for the job's modules, by ptxas; and which entries an architecture refuses, with ptxas's messages. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

export interface RefusedEntry {
  readonly entry: string;
  readonly message: string;
}

/** Errors of ptxas for each entry of the text; empty if it assembles. `file` gets the text, `file.cubin` the code. */
export function assemble(ptx: string, file: string, arch: string): RefusedEntry[] {
  writeFileSync(file, ptx);
  const { status, stderr } = spawnSync('ptxas', [`-arch=${arch}`, '-o', `${file}.cubin`, file], { encoding: 'utf8' });
  if (status === 0) return [];
  const lines = ptx.split('\n');
  const refused = new Map<string, string>();
  for (const [, line, message] of stderr.matchAll(/, line (\d+); (?:error|fatal)\s*:\s*(.*)/g)) {
    const entry = entryAbove(lines, Number(line));
    if (entry !== null && !refused.has(entry)) refused.set(entry, message);
  }
  if (refused.size === 0) throw new Error(stderr);
  return [...refused].map(([entry, message]) => ({ entry, message }));
}

function entryAbove(lines: readonly string[], line: number): string | null {
  for (let i = Math.min(line, lines.length) - 1; i >= 0; i--) {
    const name = /\.entry (\w+)\(/.exec(lines[i])?.[1];
    if (name !== undefined) return name;
  }
  return null;
}
