/** Compiles a file of the corpus by the real nvcc, if there is one. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { projectRoot } from '../tree.ts';
import type { CorpusFile } from './corpus.ts';

export const [nvcc] = nvccCandidates();

const modules = new Map<string, Promise<Module>>();

/** Once for each file; `folder`: where the PTX goes. */
export function compiled(file: CorpusFile, folder: string): Promise<Module> {
  const { path } = file;
  const module = modules.get(path) ?? compile(file, folder);
  modules.set(path, module);
  return module;
}

async function compile({ path, isDebug }: CorpusFile, folder: string): Promise<Module> {
  const output = join(folder, `${path.replaceAll('/', '-')}.ptx`);
  const flags = ['-ptx', '-arch=sm_90a', isDebug ? '-G' : '-lineinfo', '-std=c++17'];
  await promisify(execFile)(nvcc, [...flags, '-o', output, path], { cwd: projectRoot });
  const module = parseModule(readFileSync(output, 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  return module.value;
}
