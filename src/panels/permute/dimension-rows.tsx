/** One row per dimension of the input: letter, colour, size. */
import type { Permutation } from '../../model/permute/permutation.ts';
import { NumberField } from '../kit/draft-fields.tsx';
import { DimSwatch, dimLetters } from './dim-swatch.tsx';
import css from './permute-rail.module.css';

interface DimensionRowsProps {
  readonly permutation: Permutation;
  readonly isLocked: boolean;
  readonly onShape: (shape: readonly number[]) => void;
}

export function DimensionRows({ permutation, isLocked, onShape }: DimensionRowsProps) {
  const { shape } = permutation;
  return (
    <ul className="list">
      {dimLetters(shape.length).map((letter, dim) => (
        <li key={letter} className="row spread">
          <span className={`row ${css.name}`}>
            <DimSwatch permutation={permutation} dim={dim} />
            {letter}
            <span className="dim">{placeWords(dim, shape.length)}</span>
          </span>
          <span className={css.size}>
            <NumberField
              layout="bare"
              label={`Size of ${letter}`}
              value={shape[dim]}
              min={1}
              disabled={isLocked ? 'This link locks the parameter.' : null}
              onChange={extent => onShape(shape.with(dim, extent))}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function placeWords(dim: number, rank: number): string {
  if (rank === 1) return '';
  return dim === 0 ? ' (slowest)' : dim === rank - 1 ? ' (fastest)' : '';
}
