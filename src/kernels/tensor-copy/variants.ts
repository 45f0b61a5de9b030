/** The order in which the instruction is given its coordinates. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'in-order',
    title: 'In order',
    summary: 'One thread asks for the box, coordinates fastest dimension first.',
  },
  {
    id: 'slowest-first',
    title: 'Slowest first',
    summary: 'Known wrong: coordinates as C writes indices, slowest dimension first. Another box is copied.',
    mustFail: 'wrongAnswer',
  },
] as const satisfies readonly KernelVariant[];

export type TensorCopyVariant = (typeof variants)[number]['id'];
