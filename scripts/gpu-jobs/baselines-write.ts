/**
 * Writes what `cuda/baselines` compares on a GPU: launches of the kernels' variants with the committed PTX, and problems
 * for which there is no kernel. Needs no GPU.
 */
import { writeFileSync } from 'node:fs';
import { projectRoot } from '../tree.ts';
import {
  type BaselineOrder,
  elementOrders,
  gemmOrders,
  modelOrders,
  ordersOf,
  sizeOrders,
  ttcOrders,
} from './baseline-orders.ts';
import { constantOrders } from './constant-orders.ts';

/** By name; without a name, all but TTC's permutations and those of other sizes. */
const LISTS: Readonly<Record<string, (root: string, file: string) => Promise<BaselineOrder[]>>> = {
  ttc: ttcOrders,
  sizes: sizeOrders,
  models: modelOrders,
  constants: constantOrders,
  gemm: gemmOrders,
  'gemm-elements': elementOrders,
};

/** @param list 'ttc' for TTC's permutations alone, 'sizes' for those of other sizes, elements and ranks, 'models' for those of models, images and simulations, 'constants' for all of these with the plan compiled in, whose PTX is put beside the file, 'gemm' for products where each launch waits, 'gemm-elements' for those in fp16 and e4m3. */
export async function run(file: string, list?: string): Promise<void> {
  const ordersFor = list === undefined ? ordersOf : LISTS[list];
  if (ordersFor === undefined) throw new Error(`no list '${list}': there is ${Object.keys(LISTS).join(', ')}`);
  writeFileSync(file, `${JSON.stringify({ orders: await ordersFor(projectRoot, file) })}\n`);
}
