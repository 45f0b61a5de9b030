/** The ways to fill a swizzled tile, and to read it. */
import type { KernelVariant } from '../kernel.ts';

export const variants = [
  {
    id: 'tma-tile',
    title: 'TMA',
    summary: 'One thread asks for a box of the tensor, and the copy engine lays it out in its mode; then a dump.',
  },
  {
    id: 'cp-async-xor',
    title: 'cp.async and XOR',
    summary: 'The same pattern by hand: each 16-byte copy goes where an XOR of its address says; then a dump.',
  },
  {
    id: 'ldmatrix-read',
    title: 'ldmatrix',
    summary:
      'Reads the tile as 8x8 matrices at the places where the pattern has their rows: what tensor cores are fed by.',
  },
  {
    id: 'column-read',
    title: 'Columns',
    summary: 'Each lane reads an element of its own row: chunks stay together, so that a pattern helps only so far.',
  },
  {
    id: 'wrong-mask',
    title: 'Wrong mask',
    summary: 'Known wrong: the XOR by hand with a mask that lacks its lowest bit, so the dump is another pattern.',
    mustFail: 'wrongAnswer',
  },
] as const satisfies readonly KernelVariant[];

export type SwizzleVariant = (typeof variants)[number]['id'];

/** These read the tile, and take it either way. */
export const READERS: readonly SwizzleVariant[] = ['ldmatrix-read', 'column-read'];
