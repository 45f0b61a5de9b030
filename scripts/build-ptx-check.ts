/** Checks whether the committed PTX belongs to today's sources. It compares hashes, so it needs no nvcc. */
import type { Kernel } from '../src/kernels/kernel.ts';
import { buildsOf, sha256, sourceHash, sourcesOf } from './build-ptx-plan.ts';
import { type KernelManifest, MANIFEST_PATH, type Manifest, PTX_FOLDER, pagePath } from './kernel-source-paths.ts';
import type { Findings, Tree } from './tree.ts';

export function checkPtx(tree: Tree, kernels: Iterable<Kernel>): Findings {
  if (!tree.paths.includes(MANIFEST_PATH)) return [`${MANIFEST_PATH} is missing: run npm run build-ptx`];
  const manifest: Manifest = JSON.parse(tree.read(MANIFEST_PATH));
  return [...kernels].flatMap(kernel => {
    const entry = manifest.kernels[kernel.id];
    if (entry?.sourceHash !== sourceHash(tree, kernel))
      return [`PTX of ${kernel.id} is older than its sources or flags: run npm run build-ptx ${kernel.id}`];
    return [...checkFiles(tree, kernel, entry), ...checkSources(tree, kernel, entry)];
  });
}

function checkFiles(tree: Tree, kernel: Kernel, entry: KernelManifest): Findings {
  const present = new Set(tree.paths.filter(path => path.startsWith(`${PTX_FOLDER}/${kernel.id}/`)));
  const missing = buildsOf(kernel).flatMap(({ output }) => {
    const path = `${PTX_FOLDER}/${output}`;
    if (!present.delete(path)) return [`${path} is missing`];
    return sha256(tree.read(path)) === entry.files[output] ? [] : [`${path} is not what the manifest says`];
  });
  const left = [...present].map(path => `${path} belongs to no build`);
  return [...missing, ...left];
}

/** The page requests what the manifest lists. */
const checkSources = (tree: Tree, kernel: Kernel, { sources }: KernelManifest): Findings =>
  sourcesOf(tree, kernel)
    .filter(source => !sources.includes(pagePath(source)))
    .map(source => `${MANIFEST_PATH} leaves out ${source}: run npm run build-ptx ${kernel.id}`);
