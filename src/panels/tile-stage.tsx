/** The pictures of an exhibit that has none of its own: each variant's tile, and one request of it. */
import type { Exhibit, StageProps } from './exhibit.ts';
import { TilePictures } from './tile-pictures.tsx';
import { sharedBy } from './tile-records.ts';
import { VariantColumns } from './variant-columns.tsx';

interface TileStageProps {
  readonly stage: StageProps;
  /** Few words for a variant's column. */
  readonly changed: Exhibit['changed'];
}

export function TileStage({ stage, changed }: TileStageProps) {
  const { views, compact, theme, subject } = stage;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={view => changed(view, subject)}>
      {view => <TilePictures view={view} stage={stage} shared={shared} handles={{}} />}
    </VariantColumns>
  );
}
