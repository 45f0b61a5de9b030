/** Letters and colours of dimensions: those that are fused share the colour that the pictures give their fusion. */
import { fusedDims } from '../../model/permute/canonical.ts';
import { dimNames } from '../../model/permute/names.ts';
import type { Permutation } from '../../model/permute/permutation.ts';
import css from './permute-rail.module.css';

const SERIES = 'abcdefgh';

export const dimLetters = (rank: number): string[] =>
  dimNames({ fused: Array.from({ length: rank }, (_, dim) => [dim]) });

/** Grey where the dimension has one element: it moves nothing. */
export function DimSwatch({ permutation, dim }: { permutation: Permutation; dim: number }) {
  const fusion = fusedDims(permutation).findIndex(dims => dims.includes(dim));
  return (
    <span className={css.swatch} data-series={fusion < 0 ? undefined : SERIES[fusion % SERIES.length]} aria-hidden />
  );
}
