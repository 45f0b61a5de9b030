/** What `cuda/baselines` is to compare, and on which inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerParam } from '../../server/runners/job-order.ts';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { assert } from '../../src/base/assert.ts';
import type { RunnerParam } from '../../src/contract/run-job.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import { buildSpec, type GemmBuild } from '../../src/kernels/gemm/build.ts';
import { launchOf, type Operands } from '../../src/kernels/gemm/launch.ts';
import { chooseBuild, H200 } from '../../src/kernels/gemm/rule.ts';
import { versions } from '../../src/kernels/gemm/versions.ts';
import type { Params } from '../../src/kernels/kernel.ts';
import { deviceParams } from '../../src/trace/device-launch.ts';
import type { BufferSpec, Launch } from '../../src/trace/launch.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { MANIFEST_PATH, type Manifest, PTX_FOLDER } from '../build-ptx-plan.ts';

/** One variant: what its record says, and what the driver takes. */
interface VariantOrder extends Pick<RunRecord, 'variant' | 'launch' | 'nvcc' | 'flags' | 'sourceHash'> {
  /** Path of the PTX below the project. */
  readonly module: string;
  readonly entry: string;
  readonly params: readonly RunnerParam[];
}

export interface BaselineOrder extends Pick<RunRecord, 'kernel' | 'params'> {
  /** What baselines are given. */
  readonly buffers: readonly BufferSpec[];
  readonly variants: readonly VariantOrder[];
}

const ARCHS = ['sm_90a', 'sm_90'];

export function ordersOf(root: string): BaselineOrder[] {
  const manifest = JSON.parse(readFileSync(join(root, MANIFEST_PATH), 'utf8')) as Manifest;
  return [
    ...[512, 1024, 2048, 4096, 8192].map(size => gemmOrder(root, manifest, size)),
    ...TRANSPOSES.map(params => kernelOrder(root, manifest, 'transpose', params)),
    ...PERMUTATIONS.map(params => kernelOrder(root, manifest, 'permute', params)),
    ...ATTENTIONS.map(attentionOrder),
  ];
}

const TRANSPOSES: readonly Params[] = [
  { rows: 1024, columns: 1024 },
  { rows: 4096, columns: 4096 },
  { rows: 4096, columns: 4096, elementBytes: 2 },
];

/** As large as a transpose, and of more dimensions: what an image's channels, or a head's rows, go through. */
const PERMUTATIONS: readonly Params[] = [
  { shape: '1024,1024', perm: '1,0' },
  { shape: '32,64,56,56', perm: '0,2,3,1' },
  { shape: '16,1024,16,64', perm: '0,2,1,3' },
  { shape: '64,16,32,8,16', perm: '2,4,0,3,1' },
];

/** Of the many that differ in their padding, the one without and the one that the planner prefers. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  transpose: ['naive', 'tiled', 'padded', 'xor'],
  permute: ['none', 'residue', 'register-exchange', 'rows', 'tile'],
};

/** With the parameters of the page. */
function kernelOrder(root: string, manifest: Manifest, id: string, given: Params): BaselineOrder {
  const kernel = catalog.get(id)!;
  const params = kernel.schema.parse(given);
  const variants = kernel.variants
    .filter(({ id: variant }) => VARIANTS[id].includes(variant) && kernel.refusal(variant, params) === null)
    .map(({ id: variant }) => {
      const arch = ARCHS.find(each => kernel.archs.includes(each))!;
      const module = `${PTX_FOLDER}/${kernel.ptxPath(variant, params, arch)}`;
      const made = { manifest, id, module, flags: ptxFlags(kernel.build(variant, params), arch) };
      return variantOrder(root, variant, kernel.launch(variant, params), made);
    });
  return { kernel: id, params, buffers: variants[0].launch.buffers, variants };
}

/** Reals, whose products draw as much power as those of any model; sums of small integers would draw less. */
const REALS: Operands = {
  a: { kind: 'random', seed: 1, low: -1, high: 1 },
  b: { kind: 'random', seed: 2, low: -1, high: 1 },
};

/** The rule's build of each version, for sizes beyond those that the page's reference makes. */
function gemmOrder(root: string, manifest: Manifest, n: number): BaselineOrder {
  const size = { m: n, n, k: n };
  const variants = versions
    .filter(version => !('mustFail' in version))
    .map(({ id }) => {
      const build = chooseBuild(id, size, H200)!;
      const launch = launchOf(build, size, REALS, H200.sms);
      const module = `${PTX_FOLDER}/gemm/${id}/tile-${tileOf(build)}.sm_90a.ptx`;
      const flags = ptxFlags(buildSpec(build), 'sm_90a');
      return variantOrder(root, id, launch, { manifest, id: 'gemm', module, flags });
    });
  return { kernel: 'gemm', params: size, buffers: variants[0].launch.buffers, variants };
}

const tileOf = ({ tileM, tileN }: GemmBuild): string => `${tileM}x${tileN}`;

interface Made {
  readonly manifest: Manifest;
  /** Of the kernel. */
  readonly id: string;
  readonly module: string;
  readonly flags: readonly string[];
}

function variantOrder(
  root: string,
  variant: string,
  launch: Launch,
  { manifest, id, module, flags }: Made,
): VariantOrder {
  const { nvcc, sourceHash } = manifest.kernels[id];
  const entry = /\.entry\s+(\w+)/.exec(readFileSync(join(root, module), 'utf8'))?.[1];
  assert(entry !== undefined, `${module} has an entry`);
  return { variant, launch, nvcc, flags, sourceHash, module, entry, params: deviceParams(launch).map(runnerParam) };
}

const ATTENTIONS = [64, 128, 256].flatMap(headDim =>
  [false, true].map(causal => ({ batch: 2, heads: 16, length: 4096, headDim, causal })),
);

function attentionOrder(params: (typeof ATTENTIONS)[number]): BaselineOrder {
  const length = params.batch * params.heads * params.length * params.headDim;
  const operand = (name: string, seed: number): BufferSpec => ({
    ...{ name, type: 'bf16', length },
    init: { kind: 'random', seed, low: -1, high: 1 },
  });
  return { kernel: 'attention', params, buffers: [operand('q', 1), operand('k', 2), operand('v', 3)], variants: [] };
}
