/**
 * Writes what `cuda/baselines` compares on a GPU: launches of the kernels' variants with the committed PTX, and problems
 * for which there is no kernel. Needs no GPU.
 */
import { writeFileSync } from 'node:fs';
import { projectRoot } from '../tree.ts';
import { ordersOf } from './baseline-orders.ts';

export async function run(file: string): Promise<void> {
  writeFileSync(file, `${JSON.stringify({ orders: await ordersOf(projectRoot) })}\n`);
}
