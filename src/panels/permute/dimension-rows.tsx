/** One row per dimension of the input: letter, colour, size. */
import { useState } from 'react';
import type { Permutation } from '../../model/permute/permutation.ts';
import controls from '../controls.module.css';
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
          <ExtentField
            label={`Size of ${letter}`}
            extent={shape[dim]}
            isLocked={isLocked}
            onExtent={extent => onShape(shape.with(dim, extent))}
          />
        </li>
      ))}
    </ul>
  );
}

function placeWords(dim: number, rank: number): string {
  if (rank === 1) return '';
  return dim === 0 ? ' (slowest)' : dim === rank - 1 ? ' (fastest)' : '';
}

interface ExtentFieldProps {
  readonly label: string;
  readonly extent: number;
  readonly isLocked: boolean;
  readonly onExtent: (extent: number) => void;
}

/** Text that is no size stays in the field only. */
function ExtentField({ label, extent, isLocked, onExtent }: ExtentFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string) => {
    const fits = /^[1-9]\d{0,9}$/.test(text.trim());
    setDraft(fits ? null : text);
    if (fits) onExtent(Number(text));
  };
  return (
    <input
      className={controls.number}
      aria-label={label}
      inputMode="numeric"
      disabled={isLocked}
      value={draft ?? String(extent)}
      aria-invalid={draft !== null}
      onChange={event => enter(event.target.value)}
      onBlur={() => setDraft(null)}
    />
  );
}
