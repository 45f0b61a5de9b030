/** A plan as text: the block's modes, the strategies side by side, and the reasons. */

import type { BlockLayout } from '../src/model/permute/block-layout.ts';
import { modeNames } from '../src/model/permute/mode-names.ts';
import { ctasPerSm } from '../src/model/permute/occupancy.ts';
import type { SideCost } from '../src/model/permute/placement.ts';
import type { Plan } from '../src/model/permute/plan.ts';
import { type TableCell, textTable } from './table.ts';

export function planText(plan: Plan, arch: string | undefined): string {
  const { layouts, chosen, why, conflictFree } = plan;
  const head = ['strategy', 'strides', 'bytes', 'padding', 'store', 'load', 'fits', '16 B'];
  const rows = layouts.map(layout => rowOf(layout, layout.strategy === chosen));
  const occupancy = layouts.map(({ sharedBytes }) => (arch === undefined ? [] : [ctasPerSm(sharedBytes, arch) ?? '']));
  return [
    blockText(plan),
    '\n',
    textTable(
      arch === undefined ? head : [...head, 'CTAs/SM'],
      rows.map((row, i) => [...row, ...occupancy[i]]),
    ),
    '\n',
    ...layouts.map(layout => `${layout.strategy}: ${layout.why}\n`),
    `\n${why}\n\n${conflictFree.why}\n`,
  ].join('');
}

function blockText(plan: Plan): string {
  const { canonical, block, spillover, vectors } = plan;
  const list = (numbers: readonly number[]) => numbers.join(',') || '()';
  const names = modeNames(plan);
  const modes = block.modes.map(({ dim, extent, inRead, inWrite }, i) => {
    const roles = [inRead ? 'read' : '', inWrite ? 'write' : ''].filter(role => role !== '');
    const ragged = spillover.find(spill => spill.dim === dim)?.ragged ?? 0;
    return [names[i], extent, canonical.shape[dim], ragged === 0 ? '' : ragged, roles.join(', ') || 'grid'];
  });
  return [
    `shape ${list(canonical.shape)}  perm ${list(canonical.perm)}  (canonical)\n`,
    `grid  ${list(block.grid)}\n`,
    `global accesses  ${vectors.store} read, ${vectors.load} written [elements a lane]\n\n`,
    textTable(['mode', 'elements', 'of', 'last piece', 'inner block'], modes),
  ].join('');
}

function rowOf(layout: BlockLayout, chosen: boolean): TableCell[] {
  const { strategy, strides, sharedBytes, waste, fits, keepsAlignment, store, load, exchange } = layout;
  const name = chosen ? `${strategy} *` : strategy;
  if (exchange !== null) return [name, 'registers', 0, 0, '', '', 'yes', ''];
  const words = (is: boolean) => (is ? 'yes' : 'no');
  return [
    name,
    strides.join(','),
    sharedBytes,
    waste,
    costText(store),
    costText(load),
    words(fits),
    words(keepsAlignment),
  ];
}

/** Wavefronts of all requests, the same without conflicts, and the most of one request. */
const costText = ({ wavefronts, ideal, worst }: SideCost): string => `${wavefronts}/${ideal} (${worst})`;
