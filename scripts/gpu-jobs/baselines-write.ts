/**
 * Writes what `cuda/baselines` compares on a GPU: launches of the kernels' variants with the committed PTX, and problems
 * for which there is no kernel. Needs no GPU.
 */
import { writeFileSync } from 'node:fs';
import { projectRoot } from '../tree.ts';
import { type BaselineOrder, elementOrders, gemmOrders, oddOrders, ordersOf, ttcOrders } from './baseline-orders.ts';

/** By name; without a name, all but TTC's and those of odd lengths. */
const LISTS: Readonly<Record<string, (root: string) => Promise<BaselineOrder[]>>> = {
  ttc: ttcOrders,
  odd: oddOrders,
  gemm: gemmOrders,
  'gemm-elements': elementOrders,
};

/** @param list 'ttc' for TTC's permutations alone, 'odd' for permutations of odd lengths, 'gemm' for products where each launch waits, 'gemm-elements' for those in fp16 and e4m3. */
export async function run(file: string, list?: string): Promise<void> {
  const ordersFor = list === undefined ? ordersOf : LISTS[list];
  if (ordersFor === undefined) throw new Error(`no list '${list}': there is ${Object.keys(LISTS).join(', ')}`);
  writeFileSync(file, `${JSON.stringify({ orders: await ordersFor(projectRoot) })}\n`);
}
