/** The accesses that can be probed. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  { id: 'load', title: 'Load', summary: 'Each lane loads 4, 8 or 16 bytes at its address of the table.' },
  { id: 'store', title: 'Store', summary: 'Each lane stores 4, 8 or 16 bytes at its address of the table.' },
  {
    id: 'ldmatrix',
    title: 'ldmatrix',
    summary: 'One, two or four 8x8 matrices: eight lanes each have the addresses of their rows.',
  },
  { id: 'stmatrix', title: 'stmatrix', summary: 'The same matrices stored.' },
  {
    id: 'swapped',
    title: 'Swapped neighbours',
    summary: 'Known wrong: loads by a table whose lanes have changed places with their neighbours.',
    mustFail: 'wrongAnswer',
  },
] as const satisfies readonly KernelVariant[];

export type ProbeVariant = (typeof variants)[number]['id'];

export const WORD_VARIANTS: readonly ProbeVariant[] = ['load', 'store', 'swapped'];
export const MATRIX_VARIANTS: readonly ProbeVariant[] = ['ldmatrix', 'stmatrix'];
export const LOADING: readonly ProbeVariant[] = ['load', 'ldmatrix', 'swapped'];
