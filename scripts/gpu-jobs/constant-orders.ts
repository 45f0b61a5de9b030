/** Permutations whose plan is compiled in, as Inductor compiles its own: their PTX is not committed, so nvcc makes it here. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { timedLaunch } from '../../server/runners/timed-launch.ts';
import { ptxFlags } from '../../server/toolchain/command-line.ts';
import { kernel } from '../../src/kernels/permute/index.ts';
import { CONSTANTS } from '../../src/kernels/permute/params.ts';
import { ttcCases } from '../../src/model/permute/statistics/ttc.ts';
import { type BaselineOrder, orderIn, orderOf } from './baseline-orders.ts';
import { OTHER_PERMUTATIONS } from './baseline-problems.ts';

const run = promisify(execFile);
const NVCC_AT_ONCE = 2;
const ARCH = 'sm_90';
const VARIANTS = ['tile-v', 'tile-bulk'];

/** The orders, one launch after the other, and the PTX that they name, in a folder beside `file`. */
export async function constantOrders(root: string, file: string): Promise<BaselineOrder[]> {
  const ttc = ttcCases().map(({ shape, perm }) => ({ shape: shape.join(), perm: perm.join() }));
  const orders: BaselineOrder[] = [];
  for (const given of [...ttc, ...OTHER_PERMUTATIONS]) {
    const params = kernel.schema.parse({ ...given, binding: CONSTANTS });
    const able = VARIANTS.filter(variant => kernel.refusal(variant, params) === null);
    const variants = able.map(variant => {
      const [spec, launch] = [kernel.build(variant, params), timedLaunch(kernel, variant, params)];
      const module = `constants/${orders.length}-${variant}.ptx`;
      return orderIn(root, { variant, launch, spec, arch: ARCH, module }, spec.entry);
    });
    if (able.length > 0)
      orders.push({ ...orderOf('permute', params, await Promise.all(variants)), methods: ['steady'] });
  }
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
