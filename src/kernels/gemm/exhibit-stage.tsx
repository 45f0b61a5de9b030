/** The ladder's pictures per version: what each gives, the tile of shared memory that an access reaches, pipelines, and what each costs. */

import { useMemo } from 'react';
import { LINE_BYTES } from '../../base/hardware.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { FileStage, StageProps } from '../../panels/exhibit.ts';
import { StageStack } from '../../panels/permute/stage-stack.tsx';
import { type ResourceRow, ResourceTable } from '../../panels/resource-table.tsx';
import { tileFigures } from '../../panels/tile-figures.ts';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { type Shared, sharedBy } from '../../panels/tile-records.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { Figure } from '../../pictures/figure.ts';
import type { GemmBuild } from './build.ts';
import { buildOf } from './builds.ts';
import { SwizzleLine } from './exhibit-swizzle.tsx';
import { MeasuredThroughput, PublishedThroughput, WaitingThroughput } from './exhibit-throughput.tsx';
import { producerWarp } from './matrix-reads.ts';
import { type GemmParams, schema } from './params.ts';
import { buildWords } from './performance.ts';
import { tileOf } from './request-names.ts';
import { RESOURCES_BY, resourcesOf } from './resources.ts';
import { operandTile } from './tiles.ts';
import { type GemmVersion, multipliesByWarpgroup } from './versions.ts';

export const buildOfView = ({ id }: Pick<VariantView, 'id'>, params: StageProps['subject']['params']): GemmBuild =>
  buildIn(id as GemmVersion, schema.parse(params));
const buildIn = (version: GemmVersion, { tile, elementType }: GemmParams): GemmBuild =>
  buildOf(version, tile, elementType);

const FLAWS: Readonly<Record<string, string>> = {
  'missing-empty-wait': 'no wait for empty',
  'wrong-swizzle': 'row & 6, not row & 7',
  'early-sum': 'no wait before the sum',
  'half-k-step': 'K goes on by 16 bytes',
};

/** Few words for the version's column. */
export function changed(view: Pick<VariantView, 'id' | 'refusal'>, params: StageProps['subject']['params']): string {
  if (view.refusal !== null) return '';
  return FLAWS[view.id] ?? buildWords(buildOfView(view, params));
}

/** The view with the one tile that the access under study reaches. */
export function atAccess(view: VariantView, params: StageProps['subject']['params']): VariantView {
  if (view.tile === null) return view;
  const build = buildOfView(view, params);
  const tile = tileOf(build, bestSource(view).view.access)?.layout ?? operandTile(build, 0, 'a');
  return { ...view, tile, sharedBytes: tile.rows * LINE_BYTES };
}

export function Stage(props: StageProps) {
  const { views, compact, theme, subject } = props;
  const { params } = subject;
  const shown = useMemo(() => views.map(view => atAccess(view, params)), [views, params]);
  const shared = sharedBy(shown);
  return (
    <StageStack>
      {!compact && <MeasuredThroughput theme={theme} />}
      {!compact && <WaitingThroughput theme={theme} />}
      <VariantColumns views={shown} theme={theme} compact={compact} changed={view => changed(view, params)}>
        {view => <Pictures view={view} stage={props} shared={shared} />}
      </VariantColumns>
      {props.pipelines}
      {!compact && <ResourceTable rows={views.map(view => resourceRow(view, params))} by={RESOURCES_BY} />}
      {!compact && <PublishedThroughput theme={theme} />}
    </StageStack>
  );
}

interface PicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
}

const Pictures = ({ view, stage, shared }: PicturesProps) => (
  <>
    {bestSource(view).view.access === null ? (
      <AbsentPicture title="Shared memory" why={absence(view, stage)} pictures={4} />
    ) : (
      <TilePictures view={view} stage={stage} shared={shared} handles={{}} />
    )}
    {!stage.compact && <SwizzleLine build={buildOfView(view, stage.subject.params)} />}
  </>
);

/** Why the chosen warp makes no such access. */
function absence(view: VariantView, { subject: { side, warp, params } }: StageProps): string {
  const build = buildOfView(view, params);
  if (side === 'load' && multipliesByWarpgroup(build.version)) return BY_DESCRIPTOR;
  const producer = producerWarp(build);
  if (side === 'store' && build.version === 'v1-tma')
    return `Warp ${warp} fills nothing: a thread of warp 0 asks for all copies.`;
  if (side === 'store' && warp < producer)
    return `Warp ${warp} fills nothing: a thread of warp ${producer} asks for all copies.`;
  return `Warp ${warp} makes no such access.`;
}

const BY_DESCRIPTOR =
  'No lane loads operands here: wgmma reads matrices of a stage by itself, told where by descriptors. How it fetches them from the banks is not published; an H200 counts one wavefront for every 128 bytes of both operands, and no conflict. Fill shows what comes in, and in version 4 what leaves.';

function resourceRow(view: VariantView, params: StageProps['subject']['params']): ResourceRow {
  const build = buildOfView(view, params);
  const isBuilt = view.refusal === null;
  return {
    ...{ badge: view.badge, title: view.title },
    build: isBuilt ? buildWords(build) : '',
    resources: isBuilt ? resourcesOf(build) : null,
  };
}

/** The same pictures for a file. */
export const figures = (view: VariantView, stage: FileStage, width: number): Figure[] => {
  const { params } = stage.subject;
  const views = stage.views.map(each => atAccess(each, params));
  return tileFigures(atAccess(view, params), { ...stage, views }, width);
};
