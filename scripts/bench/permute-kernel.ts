/** How fast the emulator runs the permutation kernel over a whole tensor with all checks, as `permute.apply` does it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kernel } from '../../src/kernels/permute/index.ts';
import { ODOMETER, TABLES } from '../../src/kernels/permute/params.ts';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../public/ptx');
const SHAPE = [8, 64, 512];
const ELEMENTS = SHAPE.reduce((a, b) => a * b);
const RUNS = 5;

function elementsPerSecond(params: Record<string, number | string>): number {
  const module = parseModule(readFileSync(join(PTX_FOLDER, kernel.ptxPath('xor', params, 'sm_90')), 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const launch = kernel.launch('xor', params);
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    const run = emulate(module.value, launch);
    if (!(run.ok && run.value.ok)) throw new Error('the kernel runs without a fault');
    return performance.now() - start;
  });
  return (ELEMENTS / times.toSorted((a, b) => a - b)[RUNS >> 1]) * 1000;
}

export function run() {
  const shape = { shape: SHAPE.join(), perm: '2,0,1' };
  const row = (name: string, params: Record<string, number>) => ({
    name: `emulated permutation, ${name}`,
    value: Number((elementsPerSecond({ ...shape, ...params }) / 1e6).toFixed(2)),
    unit: 'M elements/s',
  });
  return [
    row('tables', { positions: TABLES }),
    row('tables, 16-byte accesses', { positions: TABLES, access: 1 }),
    row('odometer', { positions: ODOMETER }),
  ];
}
