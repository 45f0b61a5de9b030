/** The output against its reference: a picture where elements are wrong, one line where none is. */
import { Check } from 'lucide-react';
import { Suspense } from 'react';
import { count } from '../base/numbers.ts';
import { SourceBadge } from '../pictures/badges.tsx';
import type { Theme } from '../pictures/theme.ts';
import { latePart } from './part-boundary.tsx';
import type { OutputCheck } from './variant-view.ts';

/** Only wrong outputs are drawn. */
const OutputGrid = latePart(async () => (await import('../pictures/output-grid/index.tsx')).OutputGrid);

interface OutputPictureProps {
  readonly check: OutputCheck;
  readonly theme: Theme;
  readonly maxHeight: number;
}

export function OutputPicture({ check, theme, maxHeight }: OutputPictureProps) {
  const { rows, columns, wrong, unwritten } = check;
  if (wrong + unwritten > 0)
    return (
      <Suspense>
        <OutputGrid theme={theme} source="emulated" records={check} maxHeight={maxHeight} />
      </Suspense>
    );
  return (
    <p className="row spread caption">
      <span>
        <strong>Output</strong> <Check className="good" size={14} strokeWidth={2} aria-hidden /> all{' '}
        {count(rows * columns)} elements equal the reference
      </span>
      <SourceBadge source="emulated" />
    </p>
  );
}
