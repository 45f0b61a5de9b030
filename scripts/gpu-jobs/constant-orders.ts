/** Permutations whose plan is compiled in, as Inductor compiles its own: their PTX is not committed, so nvcc makes it here. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { timedLaunch } from '../../server/runners/timed-launch.ts';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { kernel } from '../../src/kernels/permute/index.ts';
import { jobOf } from '../../src/kernels/permute/job.ts';
import { CONSTANTS, schema } from '../../src/kernels/permute/params.ts';
import { fastestWide } from '../../src/kernels/permute/wide-launch.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import { type BaselineOrder, orderIn, orderOf } from './baseline-orders.ts';
import { MODEL_PERMUTATIONS, ODD_PERMUTATIONS, OTHER_PERMUTATIONS } from './baseline-problems.ts';

const run = promisify(execFile);
const NVCC_AT_ONCE = 2;
const ARCH = 'sm_90';

/** The orders of what the planner takes, one launch after the other, and the PTX that they name, in a folder beside `file`. */
export async function constantOrders(root: string, file: string): Promise<BaselineOrder[]> {
  const ttc = ttcCases().map(({ shape, perm }) => ({ shape: shape.join(), perm: perm.join() }));
  const all = [...ttc, ...OTHER_PERMUTATIONS, ...ODD_PERMUTATIONS, ...MODEL_PERMUTATIONS];
  const orders = await Promise.all(
    all.map(async (given, i): Promise<BaselineOrder> => {
      const params = schema.parse({ ...given, binding: CONSTANTS });
      const variant = fastestWide(jobOf(params))!;
      const [spec, launch] = [kernel.build(variant, params), timedLaunch(kernel, variant, params)];
      const module = `constants/${i}-${variant}.ptx`;
      const order = await orderIn(root, { variant, launch, spec, arch: ARCH, module }, spec.entry);
      return { ...orderOf('permute', params, [order]), methods: ['steady'] };
    }),
  );
  await compileAll(root, dirname(file), orders);
  return orders;
}

async function compileAll(root: string, folder: string, orders: readonly BaselineOrder[]): Promise<void> {
  mkdirSync(join(folder, 'constants'), { recursive: true });
  const waiting = orders.flatMap(({ params, variants }) =>
    variants.map(({ variant, module }) => ({ params, variant, module })),
  );
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { source, ...spec } = kernel.build(next.variant, next.params);
      const flags = ptxFlags({ source, ...spec }, ARCH);
      await run('nvcc', [...flags, '-o', join(folder, next.module), `cuda/kernels/${source}`], { cwd: root });
    }
  };
  await Promise.all(Array.from({ length: NVCC_AT_ONCE }, work));
}
