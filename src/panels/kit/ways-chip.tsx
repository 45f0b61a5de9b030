/** A number on the colour of its conflicts: how many ways, or how many times what would do. */
import type { ReactNode } from 'react';
import { degreeChip, type Theme } from '../../pictures/theme.ts';

interface WaysChipProps {
  readonly ways: number;
  readonly theme: Theme;
  readonly title?: string;
  readonly children: ReactNode;
}

export function WaysChip({ ways, theme, title, children }: WaysChipProps) {
  const { fill, text } = degreeChip(theme, ways);
  return (
    <span className="chip" style={{ background: fill, color: text }} title={title}>
      {children}
    </span>
  );
}
