/** Fragments of tensor-core instructions: who holds what, and in which bank it lay before. */
import { addressesIn } from '../../model/layout-steps/fragment-reads.ts';
import { FRAGMENT_ATOMS } from '../../model/layout-steps/fragments.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import type { ThreadValueRecords } from '../records.ts';
import { threadValueFigure } from '../thread-value/figure.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function records(name: string, part: string, shared: string | null): ThreadValueRecords {
  const fragment = FRAGMENT_ATOMS.get(name)!.fragment(part, 64);
  if (shared === null) return { fragment, addressOf: null };
  const layout = readLayout(shared);
  const addresses = layout.ok ? addressesIn(fragment, layout.value) : layout;
  if (!addresses.ok) throw new Error(addresses.error.message);
  return { fragment, addressOf: addresses.value };
}

export const threadValueCases: readonly PictureCase[] = [
  pictureCase({
    id: 'threads-mma-c',
    title: 'Accumulators of mma.m16n8',
    blurb: 'Four lanes hold a row of eight, two values side by side each, and the row eight below.',
    unbanked: true,
    view: { selection: { row: 1, column: 2 } },
    figureIn: view => threadValueFigure(records('mma.m16n8k16 f16 or bf16', 'C', null), view),
  }),
  pictureCase({
    id: 'threads-ldmatrix-swizzled',
    title: 'Rows of ldmatrix in swizzled shared memory',
    blurb: 'At a pitch of 128 bytes, Swizzle<3,3,3> puts the eight rows of a matrix in different banks.',
    view: { selection: { row: 0, column: 0 }, maxHeight: 620 },
    figureIn: view => threadValueFigure(records('ldmatrix.x2', 'registers', 'Sw<3,3,3> o 0 o (16,8):(64,1)'), view),
  }),
];
