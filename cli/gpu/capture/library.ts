/** Builds what the verbs for a GPU have in C++, once for what it is built from. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../src/base/result.ts';
import type { CaptureToolkit, DriverToolkit } from './toolkit.ts';

/** The path of the library. The error is one sentence with the compiler's first error. */
export const builtLibrary = (sources: string, cache: string, toolkit: CaptureToolkit): Result<string, string> =>
  builtOnce(cache, {
    ...{ what: 'the capture library', name: 'liblanescape-capture.so', main: join(sources, 'library.cpp') },
    ...{ folders: [sources], toolkit, needs: [toolkit.cupti] },
    flags: ['-fvisibility=hidden', '-shared', '-fPIC'],
    // A symbolic link's target may lack the name under which the loader looks.
    libraries: [toolkit.cupti, '-ldl', `-Wl,-rpath,${dirname(toolkit.cupti)}`],
  });

/** The path of the program that runs launches again (`cuda/replay`). `sources`: the folder `cuda`. */
export const builtReplay = (sources: string, cache: string, toolkit: DriverToolkit): Result<string, string> =>
  builtOnce(cache, {
    ...{ what: 'the program that runs launches again', name: 'replay', main: join(sources, 'replay/replay.cpp') },
    ...{ folders: [join(sources, 'replay'), join(sources, 'runner')], toolkit, needs: [] },
    ...{ flags: [], libraries: ['-ldl'] },
  });

interface Recipe {
  /** Name for messages. */
  readonly what: string;
  /** Name of the file that is made. */
  readonly name: string;
  readonly main: string;
  /** Folders with all sources. */
  readonly folders: readonly string[];
  readonly toolkit: DriverToolkit;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  /** Files whose place belongs to what it is built from. */
  readonly needs: readonly string[];
}

function builtOnce(cache: string, recipe: Recipe): Result<string, string> {
  const { what, name, main, toolkit, flags, libraries } = recipe;
  const folder = join(cache, keyOf(recipe));
  const made = join(folder, name);
  if (existsSync(made)) return ok(made);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Renamed when it is whole: another process may look for it now.
  const part = join(folder, `${randomUUID()}.part`);
  const words = ['-std=c++17', '-O2', ...flags, ...toolkit.includes.map(each => `-I${each}`), '-o', part, main];
  const built = spawnSync(toolkit.compiler, [...words, ...libraries], { encoding: 'utf8' });
  if (built.status !== 0) {
    rmSync(part, { force: true });
    const said = built.stderr?.split('\n').find(line => /error/.test(line)) ?? built.error?.message ?? '';
    return err(`${what} cannot be built: ${said}`);
  }
  renameSync(part, made);
  return ok(made);
}

/** Hash of the sources, and of the paths of compiler and libraries, whose folders name their version. */
function keyOf({ folders, toolkit: { compiler, includes }, needs }: Recipe): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of readdirSync(folder).sort()) {
      if (/\.(cpp|hpp)$/.test(name)) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
    }
  }
  for (const path of [compiler, ...includes, ...needs]) hash.update(`${realpathSync(path)}\n`);
  return hash.digest('hex').slice(0, 32);
}
