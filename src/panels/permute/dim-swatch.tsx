/** Letters and colours of dimensions: those that are fused share the colour that the pictures give their fusion. */

import type { CSSProperties } from 'react';
import { listed } from '../../base/numbers.ts';
import { fusedDims } from '../../model/permute/canonical.ts';
import { dimNames } from '../../model/permute/mode-names.ts';
import type { Permutation } from '../../model/permute/permutation.ts';
import css from './permute-rail.module.css';

const SERIES = 'abcdefgh';

export const dimLetters = (rank: number): string[] =>
  dimNames({ fused: Array.from({ length: rank }, (_, dim) => [dim]) });

/** Grey where the dimension has one element: it moves nothing. */
export function DimSwatch({ permutation, dim }: { permutation: Permutation; dim: number }) {
  const fusions = fusedDims(permutation);
  const fusion = fusions.findIndex(dims => dims.includes(dim));
  const style = fusion < 0 ? {} : ({ '--series': `var(--series-${SERIES[fusion % SERIES.length]})` } as CSSProperties);
  return <span className={css.swatch} style={style} title={fusionWords(fusions[fusion] ?? [])} aria-hidden />;
}

function fusionWords(dims: readonly number[]): string | undefined {
  if (dims.length === 0) return 'One element: it moves nothing.';
  if (dims.length === 1) return undefined;
  return `${listed(dimLetters(dims.at(-1)! + 1).filter((_, dim) => dims.includes(dim)))} stay neighbours and move as one.`;
}
