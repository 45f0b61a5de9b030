/** Builds the library of `cuda/capture`, once for what it is built from. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../src/base/result.ts';
import type { CaptureToolkit } from './toolkit.ts';

const FLAGS = ['-std=c++17', '-O2', '-fvisibility=hidden', '-shared', '-fPIC'];

/** The path of the library. The error is one sentence with the compiler's first error. */
export function builtLibrary(sources: string, cache: string, toolkit: CaptureToolkit): Result<string, string> {
  const folder = join(cache, keyOf(sources, toolkit));
  const library = join(folder, 'liblanescape-capture.so');
  if (existsSync(library)) return ok(library);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Renamed when it is whole: another process may look for it now.
  const part = join(folder, `${randomUUID()}.part`);
  const { compiler, includes, cupti } = toolkit;
  const words = [...FLAGS, ...includes.map(each => `-I${each}`), '-o', part, join(sources, 'library.cpp')];
  // A symbolic link's target may lack the name under which the loader looks.
  const linked = [cupti, '-ldl', `-Wl,-rpath,${dirname(cupti)}`];
  const built = spawnSync(compiler, [...words, ...linked], { encoding: 'utf8' });
  if (built.status !== 0) {
    rmSync(part, { force: true });
    const said = built.stderr?.split('\n').find(line => /error/.test(line)) ?? built.error?.message ?? '';
    return err(`the capture library cannot be built: ${said}`);
  }
  renameSync(part, library);
  return ok(library);
}

/** Of the sources, and of where the compiler and CUPTI lie, whose folders name their version. */
function keyOf(sources: string, { compiler, includes, cupti }: CaptureToolkit): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(sources).sort()) {
    if (/\.(cpp|hpp)$/.test(name)) hash.update(`${name}\n`).update(readFileSync(join(sources, name)));
  }
  for (const path of [compiler, ...includes, cupti]) hash.update(`${realpathSync(path)}\n`);
  return hash.digest('hex').slice(0, 32);
}
