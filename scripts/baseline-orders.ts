/**
 * `node scripts/baseline-orders.ts FILE`: writes what `cuda/baselines` is to compare: launches of the kernels' variants, with the
 * committed PTX, and the problems without a kernel. It runs where the GPU is not.
 */
import { writeFileSync } from 'node:fs';
import { ordersOf } from './baselines/orders.ts';
import { projectRoot } from './tree.ts';

if (process.argv[2] === undefined) throw new Error('expected the file to write');
writeFileSync(process.argv[2], `${JSON.stringify({ orders: await ordersOf(projectRoot) })}\n`);
