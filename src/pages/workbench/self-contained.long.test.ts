/** The text of a fork is, to nvcc, the kernel that is shipped. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sourceAt } from '../../../scripts/kernel-source-paths.ts';
import { nvccCandidates } from '../../../server/toolchain/find-nvcc.ts';
import { catalog } from '../../kernels/catalog.ts';
import type { Kernel, Params } from '../../kernels/kernel.ts';
import { selfContained } from './self-contained.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const manifest = JSON.parse(read('public/ptx/manifest.json'));
const [nvcc] = nvccCandidates();

const textsOf = (kernel: string): ReadonlyMap<string, string> =>
  new Map(manifest.kernels[kernel].sources.map((path: string) => [path, read(sourceAt(path))]));

/** Instructions without lines that name files and lines. */
const instructionsOf = (ptx: string): string[] =>
  ptx
    .replace(/^\s*\.section[\s\S]*/m, '')
    .split('\n')
    .filter(line => !/^\s*(\/\/|\.loc\b|\.file\b|$)/.test(line));

/** Parameters of the first case that the variant can do, of each of its sources: known-wrong variants may be built for few. */
function paramsOf(kernel: Kernel, variant: string, arch: string): Params[] {
  const all = [kernel.defaults, ...kernel.cases.map(({ params }) => kernel.schema.parse(params))];
  const why = (params: Params) => kernel.refusal(variant, params) ?? kernel.shortfall(variant, params, arch);
  const able = all.filter(params => why(params) === null);
  const sourceOf = (params: Params) => kernel.build(variant, params).source;
  return able.filter((params, i) => able.findIndex(other => sourceOf(other) === sourceOf(params)) === i);
}

const builds = [...catalog.values()].flatMap(kernel => {
  const arch = kernel.archs.find(name => /^sm_90a?$/.test(name)) ?? kernel.archs[0];
  return kernel.variants.flatMap(({ id: variant }) =>
    paramsOf(kernel, variant, arch).map(params => {
      const spec = kernel.build(variant, params);
      return { kernel, variant, params, arch, spec, name: `${kernel.id}, ${variant} from ${spec.source}` };
    }),
  );
});

describe.skipIf(nvcc === undefined)('nvcc', () => {
  it.concurrent.each(builds)(
    'makes the shipped instructions of $name',
    async ({ kernel, variant, params, arch, spec }) => {
      const folder = mkdtempSync(join(tmpdir(), 'lanescape-fork-'));
      writeFileSync(join(folder, 'fork.cu'), selfContained(spec, textsOf(kernel.id)));
      const argv = ['-ptx', '-O3', '-lineinfo', `-arch=${arch}`, '-o', 'fork.ptx', 'fork.cu'];
      await promisify(execFile)(nvcc, argv, { cwd: folder });
      const own = readFileSync(join(folder, 'fork.ptx'), 'utf8');
      rmSync(folder, { recursive: true });
      const shipped = read(`public/ptx/${kernel.ptxPath(variant, params, arch)}`);
      expect(instructionsOf(own)).toEqual(instructionsOf(shipped));
      expect(instructionsOf(own).length).toBeGreaterThan(10);
    },
  );
});
