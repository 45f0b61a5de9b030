/**
 * Writes what `cuda/baselines` compares on a GPU: launches of the kernels' variants with the committed PTX, and problems
 * for which there is no kernel. Needs no GPU.
 */
import { writeFileSync } from 'node:fs';
import { projectRoot } from '../tree.ts';
import { ordersOf, ttcOrders } from './baseline-orders.ts';

/** @param list 'ttc' for TTC's permutations alone. */
export async function run(file: string, list?: string): Promise<void> {
  const orders = list === 'ttc' ? await ttcOrders(projectRoot) : await ordersOf(projectRoot);
  writeFileSync(file, `${JSON.stringify({ orders })}\n`);
}
