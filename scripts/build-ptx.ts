/**
 * `npm run build-ptx [kernel…]`: compiles every prebuilt combination of variant, parameters and architecture with nvcc
 * into public/ptx, and writes a manifest there. `--check` only reports whether that is up to date.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withoutPathHash, withRelativeFiles } from '../server/toolchain/ptx-text.ts';
import { catalog } from '../src/kernels/catalog.ts';
import type { Kernel } from '../src/kernels/kernel.ts';
import { checkPtx } from './build-ptx-check.ts';
import { buildsOf, type PtxBuild, sha256, sourceHash, sourcesOf } from './build-ptx-plan.ts';
import { misused, readCommandLine } from './command-line.ts';
import { type KernelManifest, MANIFEST_PATH, type Manifest, PTX_FOLDER, pagePath } from './kernel-source-paths.ts';
import { projectRoot, treeOf } from './tree.ts';

const run = promisify(execFile);
const USAGE = 'usage: npm run build-ptx -- [--check] [kernel…]';
const NVCC_AT_ONCE = 2;

async function nvccRelease(): Promise<string> {
  const { stdout } = await run('nvcc', ['--version']);
  return /\bV(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

async function compile(build: PtxBuild, folder: string): Promise<string> {
  const output = join(folder, `${sha256(build.output)}.ptx`);
  await run('nvcc', [...build.flags, '-o', output, build.source], { cwd: projectRoot });
  // The committed text must not depend on the project's folder.
  return withoutPathHash(withRelativeFiles(readFileSync(output, 'utf8'), projectRoot));
}

/** PTX by output path, in the builds' order. */
async function compileAll(builds: readonly PtxBuild[]): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-ptx-'));
  const texts = new Map(builds.map(build => [build.output, '']));
  const waiting = [...builds];
  const work = async () => {
    for (let build = waiting.shift(); build; build = waiting.shift())
      texts.set(build.output, await compile(build, folder));
  };
  try {
    await Promise.all(Array.from({ length: NVCC_AT_ONCE }, work));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return texts;
}

/** Builds a kernel; nothing is written before everything has compiled. */
async function buildKernel(kernel: Kernel, nvcc: string): Promise<KernelManifest> {
  const texts = await compileAll(buildsOf(kernel));
  const tree = treeOf(projectRoot);
  rmSync(join(projectRoot, PTX_FOLDER, kernel.id), { recursive: true, force: true });
  for (const [path, text] of texts) write(`${PTX_FOLDER}/${path}`, text);
  const files = Object.fromEntries([...texts].map(([path, text]) => [path, sha256(text)]));
  return { nvcc, sourceHash: sourceHash(tree, kernel), sources: sourcesOf(tree, kernel).map(pagePath), files };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
  writeFileSync(join(projectRoot, path), text);
}

function kernelsNamed(ids: readonly string[]): Kernel[] {
  const unknown = ids.find(id => !catalog.has(id));
  if (unknown !== undefined) misused(USAGE, `no kernel '${unknown}': there is ${[...catalog.keys()].join(', ')}`);
  return ids.length === 0 ? [...catalog.values()] : ids.map(id => catalog.get(id)!);
}

async function buildAll(kernels: readonly Kernel[]): Promise<void> {
  const nvcc = await nvccRelease();
  const tree = treeOf(projectRoot);
  const old: Manifest = tree.paths.includes(MANIFEST_PATH) ? JSON.parse(tree.read(MANIFEST_PATH)) : { kernels: {} };
  const entries = new Map(Object.entries(old.kernels).filter(([id]) => catalog.has(id)));
  for (const kernel of kernels) {
    entries.set(kernel.id, await buildKernel(kernel, nvcc));
    console.log(`${kernel.id}: ${buildsOf(kernel).length} files by nvcc ${nvcc}`);
  }
  const manifest: Manifest = { kernels: Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))) };
  write(MANIFEST_PATH, `${JSON.stringify(manifest, null, 2)}\n`);
}

const { values, positionals } = readCommandLine(USAGE, {
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
const kernels = kernelsNamed(positionals);
if (values.check) {
  const findings = checkPtx(treeOf(projectRoot), kernels);
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
} else {
  await buildAll(kernels);
}
