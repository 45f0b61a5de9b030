/** Chooses what `cuda/baselines` compares, and on which inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerParam } from '../../server/runners/runner-launch.ts';
import { timedLaunch } from '../../server/runners/timed-launch.ts';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { readKernelSources } from '../../server/toolchain/kernel-sources.ts';
import { assert } from '../../src/base/assert.ts';
import type { RunnerParam } from '../../src/contract/run-job.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import { buildSpec } from '../../src/kernels/gemm/build.ts';
import { type GemmInputs, launchOf } from '../../src/kernels/gemm/launch.ts';
import { chooseBuild, H200 } from '../../src/kernels/gemm/rule.ts';
import { versions } from '../../src/kernels/gemm/versions.ts';
import type { BuildSpec, Params } from '../../src/kernels/kernel.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import { deviceParams } from '../../src/trace/device-launch.ts';
import type { BufferSpec } from '../../src/trace/launch.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { MANIFEST_PATH, type Manifest, PTX_FOLDER } from '../kernel-source-paths.ts';

/** One variant: what its record contains, and what the driver takes. */
interface VariantOrder extends Pick<RunRecord, 'variant' | 'launch' | 'nvcc' | 'flags' | 'sourceHash'> {
  /** Path of the PTX, from the project's root. */
  readonly module: string;
  readonly entry: string;
  readonly params: readonly RunnerParam[];
}

export interface BaselineOrder extends Pick<RunRecord, 'kernel' | 'params'> {
  /** The buffers that baselines get. */
  readonly buffers: readonly BufferSpec[];
  readonly variants: readonly VariantOrder[];
}

const ARCHS = ['sm_90a', 'sm_90'];

/** TTC's permutations, of some 200 MB each: what is measured beside the page's statistics. */
export const ttcOrders = (root: string): Promise<BaselineOrder[]> =>
  Promise.all(
    ttcCases().map(({ shape, perm }) =>
      kernelOrder(root, 'permute', { shape: shape.join(), perm: perm.join() }, ['none', 'xor', ...WITHOUT_BLOCK]),
    ),
  );

export async function ordersOf(root: string): Promise<BaselineOrder[]> {
  const made = [
    ...[512, 1024, 2048, 4096, 8192].map(size => gemmOrder(root, size)),
    ...TRANSPOSES.map(params => kernelOrder(root, 'transpose', params)),
    ...PERMUTATIONS.map(params => kernelOrder(root, 'permute', params)),
    ...PRODUCTS.map(params => kernelOrder(root, 'gemm', params)),
  ];
  return [...(await Promise.all(made)), ...ATTENTIONS.map(attentionOrder)];
}

/** Products of integers, of sizes for which the page can compute the reference. */
const PRODUCTS: readonly Params[] = [
  { m: 512, n: 1024, k: 512, residentCtas: 132 },
  { m: 1024, n: 1024, k: 256, residentCtas: 132 },
  { m: 2048, n: 2048, k: 64, residentCtas: 132 },
  { m: 256, n: 256, k: 512 },
  { m: 256, n: 256, k: 256 },
];

const TRANSPOSES: readonly Params[] = [
  { rows: 1024, columns: 1024 },
  { rows: 4096, columns: 4096 },
  { rows: 4096, columns: 4096, tile: 64 },
  { rows: 4096, columns: 4096, elementBytes: 2 },
];

/**
 * Permutations as large as the transpose's problem, with more dimensions, as with an image's channels or a head's rows.
 */
const PERMUTATIONS: readonly Params[] = [
  { shape: '1024,1024', perm: '1,0' },
  { shape: '32,64,56,56', perm: '0,2,3,1' },
  { shape: '16,1024,16,64', perm: '0,2,1,3' },
  { shape: '64,16,32,8,16', perm: '2,4,0,3,1' },
];

/** Permutations that do not lay a block by the plan. */
const WITHOUT_BLOCK = ['rows', 'rows-v', 'tile', 'tile-v'];

const RIGHT_VERSIONS = versions.filter(version => !('mustFail' in version)).map(({ id }) => id);

/**
 * Variants to compare. Of the many that differ in their padding: the one without, and the one that the planner prefers.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  gemm: [...RIGHT_VERSIONS, 'wrong-swizzle'],
  transpose: ['naive', 'tiled', 'padded', 'xor', 'coarsened', 'vectorized'],
  permute: ['none', 'residue', 'register-exchange', ...WITHOUT_BLOCK],
};

/** Buffers of the problem; variants may have tables of their own in addition. */
const isOfProblem = ({ name }: BufferSpec): boolean => ['out', 'in', 'a', 'b', 'c'].includes(name);

/** Order with the parameters of the page. */
async function kernelOrder(
  root: string,
  id: string,
  given: Params,
  among: readonly string[] = VARIANTS[id],
): Promise<BaselineOrder> {
  const kernel = catalog.get(id)!;
  const params = kernel.schema.parse(given);
  const arch = ARCHS.find(each => kernel.archs.includes(each))!;
  const able = kernel.variants.filter(each => among.includes(each.id) && kernel.refusal(each.id, params) === null);
  const variants = able.map(({ id: variant }) => {
    const spec = kernel.build(variant, params);
    const module = `${PTX_FOLDER}/${kernel.ptxPath(variant, params, arch)}`;
    return variantOrder(root, { variant, launch: timedLaunch(kernel, variant, params), spec, arch, module });
  });
  return orderOf(id, params, await Promise.all(variants));
}

const orderOf = (kernel: string, params: RunRecord['params'], variants: readonly VariantOrder[]): BaselineOrder => ({
  ...{ kernel, params, variants },
  buffers: variants[0].launch.buffers.filter(isOfProblem),
});

/** Reals, whose products draw as much power as those of any model; sums of small integers would draw less. */
const REALS: GemmInputs = {
  a: { kind: 'random', seed: 1, low: -1, high: 1 },
  b: { kind: 'random', seed: 2, low: -1, high: 1 },
};

/** For each version, the build that the rule chooses, even if others have a different tile. */
async function gemmOrder(root: string, n: number): Promise<BaselineOrder> {
  const size = { m: n, n, k: n };
  const variants = RIGHT_VERSIONS.map(id => {
    const build = chooseBuild(id, size, H200)!;
    const module = `${PTX_FOLDER}/gemm/${id}/tile-${build.tileM}x${build.tileN}.sm_90a.ptx`;
    const launch = launchOf(build, size, REALS, H200.sms);
    return variantOrder(root, { variant: id, launch, spec: buildSpec(build), arch: 'sm_90a', module });
  });
  return orderOf('gemm', size, await Promise.all(variants));
}

interface Made extends Pick<VariantOrder, 'variant' | 'launch' | 'module'> {
  readonly spec: BuildSpec;
  readonly arch: string;
}

async function variantOrder(root: string, { variant, launch, spec, arch, module }: Made): Promise<VariantOrder> {
  const entry = /\.entry\s+(\w+)/.exec(readFileSync(join(root, module), 'utf8'))?.[1];
  assert(entry !== undefined, `${module} has an entry`);
  const { hash: sourceHash } = await readKernelSources(root, { spec, arch });
  const made = { nvcc: releaseOf(root, spec), flags: ptxFlags(spec, arch), sourceHash };
  return { variant, launch, ...made, module, entry, params: deviceParams(launch).map(runnerParam) };
}

/** The release of nvcc that made the committed PTX. */
const releaseOf = (root: string, { source }: BuildSpec): string =>
  (JSON.parse(readFileSync(join(root, MANIFEST_PATH), 'utf8')) as Manifest).kernels[source.replace(/\/.*/, '')].nvcc;

const ATTENTIONS = [
  { headDim: 128, causal: false },
  { headDim: 64, causal: false },
  { headDim: 256, causal: false },
  { headDim: 128, causal: true },
].map(some => ({ batch: 2, heads: 16, length: 4096, ...some }));

function attentionOrder(params: (typeof ATTENTIONS)[number]): BaselineOrder {
  const length = params.batch * params.heads * params.length * params.headDim;
  const operand = (name: string, seed: number): BufferSpec => ({
    ...{ name, type: 'bf16', length },
    init: { kind: 'random', seed, low: -1, high: 1 },
  });
  return { kernel: 'attention', params, buffers: [operand('q', 1), operand('k', 2), operand('v', 3)], variants: [] };
}
