/** The probe's pictures per variant: the stretch of shared memory, and one request of it by banks and wavefronts. */
import type { StageProps } from '../../panels/exhibit.ts';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { sharedBy } from '../../panels/tile-records.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { accessBytes, isMatrix } from './job.ts';
import { type ProbeParams, schema } from './params.ts';
import type { ProbeVariant } from './variants.ts';

export function Stage(props: StageProps) {
  const { views, compact, theme, subject } = props;
  const shared = sharedBy(views);
  return (
    <VariantColumns
      views={views}
      theme={theme}
      compact={compact}
      changed={({ id }) => changed(id as ProbeVariant, schema.parse(subject.params))}
    >
      {view => <TilePictures view={view} stage={props} shared={shared} handles={{}} />}
    </VariantColumns>
  );
}

export const changed = (variant: ProbeVariant, p: ProbeParams): string =>
  isMatrix(variant) ? `x${p.matrices}, rows of 16 B` : `${accessBytes(variant, p)} B a lane`;
