/** Chooses what `cuda/baselines` compares, and on which inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerParam } from '../../server/runners/runner-launch.ts';
import { timedLaunch } from '../../server/runners/timed-launch.ts';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { readKernelSources } from '../../server/toolchain/kernel-sources.ts';
import { assert } from '../../src/base/assert.ts';
import type { RunnerParam } from '../../src/contract/run-job.ts';
import { realInputs } from '../../src/kernels/attention/inputs.ts';
import { schema as attentionSchema } from '../../src/kernels/attention/params.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import { buildSpec, type GemmElement } from '../../src/kernels/gemm/build.ts';
import { elementsFor } from '../../src/kernels/gemm/builds.ts';
import { type GemmInputs, type GemmSize, launchOf } from '../../src/kernels/gemm/launch.ts';
import { chooseBuild, H200 } from '../../src/kernels/gemm/rule.ts';
import { type GemmVersion, versions } from '../../src/kernels/gemm/versions.ts';
import * as histogram from '../../src/kernels/histogram/launch.ts';
import type { HistogramVariant } from '../../src/kernels/histogram/variants.ts';
import type { BuildSpec, Params } from '../../src/kernels/kernel.ts';
import * as reduction from '../../src/kernels/reduction/launch.ts';
import type { ReductionVariant } from '../../src/kernels/reduction/variants.ts';
import * as scan from '../../src/kernels/scan/launch.ts';
import { isSinglePass, type ScanVariant } from '../../src/kernels/scan/variants.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import { deviceParams } from '../../src/trace/device-launch.ts';
import type { BufferSpec, Launch } from '../../src/trace/launch.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { MANIFEST_PATH, type Manifest, PTX_FOLDER } from '../kernel-source-paths.ts';
import {
  ATTENTIONS,
  ELEMENT_SIDES,
  HISTOGRAMS,
  MODEL_PERMUTATIONS,
  ODD_PERMUTATIONS,
  OTHER_ELEMENTS,
  OTHER_PERMUTATIONS,
  PERMUTATIONS,
  PRODUCTS,
  PROJECTIONS,
  REDUCTIONS,
  SCANS,
  SIDES,
  TRANSPOSES,
} from './baseline-problems.ts';

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
  /** Both if it is left out. */
  readonly methods?: readonly RunRecord['method'][];
  /** Names of the baselines; all if it is left out. */
  readonly rivals?: readonly string[];
  /** Of attention: factor of the scores before the exponential. */
  readonly scale?: number;
}

const ARCHS = ['sm_90a', 'sm_90'];

/** TTC's permutations, of some 200 MB each: what is measured beside the page's statistics. */
export const ttcOrders = (root: string): Promise<BaselineOrder[]> =>
  Promise.all(
    ttcCases().map(({ shape, perm }) =>
      kernelOrder(root, 'permute', { shape: shape.join(), perm: perm.join() }, ['none', 'xor', ...WITHOUT_BLOCK]),
    ),
  );

/** Other sizes, elements and ranks than TTC's, odd lengths among them: one launch after the other. */
export const sizeOrders = (root: string): Promise<BaselineOrder[]> =>
  steadyOrders(root, [...OTHER_PERMUTATIONS, ...ODD_PERMUTATIONS]);

/** What models, images and simulations permute: one launch after the other. */
export const modelOrders = (root: string): Promise<BaselineOrder[]> => steadyOrders(root, MODEL_PERMUTATIONS);

const steadyOrders = (root: string, permutations: readonly Params[]): Promise<BaselineOrder[]> =>
  Promise.all(
    permutations.map(async (params): Promise<BaselineOrder> => {
      const order = await kernelOrder(root, 'permute', params, WITHOUT_BLOCK);
      return { ...order, methods: ['steady'] };
    }),
  );

/** The versions that there are in other elements than bf16. */
export const elementOrders = (root: string): Promise<BaselineOrder[]> =>
  Promise.all(
    OTHER_ELEMENTS.flatMap(elementType =>
      ELEMENT_SIDES.map(side =>
        gemmOrder(root, { m: side, n: side, k: side }, latestIn(elementType), 'each waits', elementType),
      ),
    ),
  );

/** The latest versions in all elements, each launch waiting for the one before it. */
export const gemmOrders = async (root: string): Promise<BaselineOrder[]> => [
  ...(await Promise.all(waitingOrders(root))),
  ...(await elementOrders(root)),
];

const waitingOrders = (root: string): Promise<BaselineOrder>[] => [
  ...SIDES.map(side => gemmOrder(root, { m: side, n: side, k: side }, LATEST_VERSIONS, 'each waits')),
  ...PROJECTIONS.map(size => gemmOrder(root, size, LATEST_VERSIONS.slice(0, -1), 'each waits')),
];

export async function ordersOf(root: string): Promise<BaselineOrder[]> {
  const made = [
    ...SIDES.map(side => gemmOrder(root, { m: side, n: side, k: side }, RIGHT_VERSIONS)),
    ...waitingOrders(root),
    ...TRANSPOSES.map(params => kernelOrder(root, 'transpose', params)),
    ...PERMUTATIONS.map(params => kernelOrder(root, 'permute', params)),
    ...PRODUCTS.map(params => kernelOrder(root, 'gemm', params)),
    ...REDUCTIONS.map(params =>
      largeOrder<ReductionVariant>(root, 'reduction', params, variant => reduction.launchOf(variant, params)),
    ),
    ...SCANS.map(params =>
      largeOrder<ScanVariant>(root, 'scan', params, variant => scan.launchOf(variant, params), isSinglePass),
    ),
    ...HISTOGRAMS.map(params =>
      largeOrder<HistogramVariant>(root, 'histogram', params, variant => histogram.launchOf(variant, params)),
    ),
  ];
  const attention = ATTENTIONS.map(params => attentionOrder(root, params));
  return [...(await Promise.all([...made, ...attention])), ...(await elementOrders(root))];
}

/** Permutations that do not lay a block by the plan. */
const WITHOUT_BLOCK = ['rows', 'rows-v', 'rows-odd', 'tile', 'tile-v', 'tile-bulk', 'tile-odd', 'tile-short'];

const RIGHT_VERSIONS = versions.filter(version => !('mustFail' in version)).map(({ id }) => id);

const LATEST_VERSIONS: readonly GemmVersion[] = ['v4-persistent', 'v5-split-k', 'v6-small', 'v7-early-half'];

const latestIn = (elementType: GemmElement): GemmVersion[] =>
  LATEST_VERSIONS.filter(version => elementsFor(version).includes(elementType));

/**
 * Variants to compare. Of the many that differ in their padding: the one without, and the one that the planner prefers.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  gemm: [...RIGHT_VERSIONS, 'wrong-swizzle'],
  transpose: ['naive', 'tiled', 'padded', 'xor', 'coarsened', 'vectorized'],
  permute: ['none', 'residue', 'register-exchange', ...WITHOUT_BLOCK],
  attention: [
    ...['a1-tiled', 'a2-wgmma', 'a3-specialized', 'a4-overlap', 'a5-ping-pong'],
    ...['a6-persistent', 'a7-seamless', 'a7-multicast', 'a7-fp8'],
  ],
};

/** Buffers of the problem; variants may have tables of their own in addition. */
const isOfProblem = ({ name }: BufferSpec): boolean => ['out', 'in', 'a', 'b', 'c', 'q', 'k', 'v'].includes(name);

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
  const able = kernel.variants.filter(
    each =>
      among.includes(each.id) &&
      kernel.refusal(each.id, params) === null &&
      kernel.shortfall(each.id, params, arch) === null,
  );
  const variants = able.map(({ id: variant }) => {
    const spec = kernel.build(variant, params);
    const module = `${PTX_FOLDER}/${kernel.ptxPath(variant, params, arch)}`;
    return variantOrder(root, { variant, launch: timedLaunch(kernel, variant, params), spec, arch, module });
  });
  return orderOf(id, params, await Promise.all(variants));
}

/** Order with parameters beyond those of the page: all variants that are right. */
async function largeOrder<V extends string>(
  root: string,
  id: string,
  params: RunRecord['params'],
  launchOf: (variant: V) => Launch,
  does: (variant: V) => boolean = () => true,
): Promise<BaselineOrder> {
  const kernel = catalog.get(id)!;
  const right = kernel.variants.filter(({ id: variant, mustFail }) => mustFail === undefined && does(variant as V));
  // What is compiled in is as on the page.
  const isCompiled = (name: string) => kernel.fields.some(field => field.name === name && field.binds === 'compile');
  const compiled = Object.fromEntries(Object.entries(params).filter(([name]) => isCompiled(name)));
  const variants = right.map(({ id: variant }) => {
    const spec = kernel.build(variant, compiled);
    const module = `${PTX_FOLDER}/${kernel.ptxPath(variant, compiled, 'sm_90')}`;
    return variantOrder(root, { variant, launch: launchOf(variant as V), spec, arch: 'sm_90', module });
  });
  const made = orderOf(id, params, await Promise.all(variants));
  // How long the answer is, depends on the variant.
  return { ...made, buffers: made.buffers.filter(({ name }) => name === 'in') };
}

export const orderOf = (
  kernel: string,
  params: RunRecord['params'],
  variants: readonly VariantOrder[],
): BaselineOrder => ({
  ...{ kernel, params, variants },
  buffers: variants[0].launch.buffers.filter(isOfProblem),
});

/** Reals, whose products draw as much power as those of any model; sums of small integers would draw less. */
const REALS: GemmInputs = {
  a: { kind: 'random', seed: 1, low: -1, high: 1 },
  b: { kind: 'random', seed: 2, low: -1, high: 1 },
};

/**
 * For each version, the build that the rule chooses, even if others have a different tile. `order`: launches of the versions that can
 * overlap do, as `launchOf` asks for, or each waits for the one before it, as those of cuBLAS do.
 */
async function gemmOrder(
  root: string,
  size: GemmSize,
  ids: readonly GemmVersion[],
  order: 'overlapping' | 'each waits' = 'overlapping',
  elementType: GemmElement = 'bf16',
): Promise<BaselineOrder> {
  const gemm = catalog.get('gemm')!;
  const variants = ids.map(id => {
    const build = chooseBuild(id, size, H200, elementType)!;
    const tile = `${build.tileM}x${build.tileN}`;
    const module = `${PTX_FOLDER}/${gemm.ptxPath(id, { tile, elementType }, 'sm_90a')}`;
    const { programmaticStreamSerialization: _, ...waiting } = launchOf(build, size, REALS, H200.sms);
    const launch = order === 'each waits' ? waiting : launchOf(build, size, REALS, H200.sms);
    return variantOrder(root, { variant: id, launch, spec: buildSpec(build), arch: 'sm_90a', module });
  });
  const { m, n, k } = size;
  const params = {
    ...{ m, n, k },
    ...(elementType === 'bf16' ? {} : { elementType }),
    ...(order === 'each waits' ? { eachWaits: 1 } : {}),
  };
  return orderOf('gemm', params, await Promise.all(variants));
}

interface Made extends Pick<VariantOrder, 'variant' | 'launch' | 'module'> {
  readonly spec: BuildSpec;
  readonly arch: string;
}

async function variantOrder(root: string, { variant, launch, spec, arch, module }: Made): Promise<VariantOrder> {
  const entry = /\.entry\s+(\w+)/.exec(readFileSync(join(root, module), 'utf8'))?.[1];
  assert(entry !== undefined, `${module} has an entry`);
  return orderIn(root, { variant, launch, spec, arch, module }, entry);
}

/** The module need not be there yet. */
export async function orderIn(root: string, made: Made, entry: string): Promise<VariantOrder> {
  const { variant, launch, spec, arch, module } = made;
  const { hash: sourceHash } = await readKernelSources(root, { spec, arch });
  const build = { nvcc: releaseOf(root, spec), flags: ptxFlags(spec, arch), sourceHash };
  return { variant, launch, ...build, module, entry, params: deviceParams(launch).map(runnerParam) };
}

/** The release of nvcc that made the committed PTX. */
const releaseOf = (root: string, { source }: BuildSpec): string =>
  (JSON.parse(readFileSync(join(root, MANIFEST_PATH), 'utf8')) as Manifest).kernels[source.replace(/\/.*/, '')].nvcc;

/** That backend stores the scores. Longer ones do not fit beside each other: it asks for 109 GB and more. */
const LONGEST_STORED = 8192;
/** In f16, which is as fast, the last versions beside the two that come near them. */
const LAST = ['a6-persistent', 'a7-seamless', 'a7-fp8'];

async function attentionOrder(root: string, given: Params): Promise<BaselineOrder> {
  const { variants, ...order } = await kernelOrder(root, 'attention', given);
  const { scaleLog2 } = realInputs(attentionSchema.parse(given));
  const isAll = given.elementType === 'bf16';
  const slow = Number(given.queries) <= LONGEST_STORED ? ['sdpa-math'] : [];
  return {
    ...order,
    variants: variants.filter(({ variant }) => isAll || LAST.includes(variant)),
    methods: ['steady'],
    rivals: ['sdpa-cudnn', 'sdpa-flash', 'flash-attention-3', ...(isAll ? ['flex', ...slow] : [])],
    scale: scaleLog2 * Math.LN2,
  };
}
