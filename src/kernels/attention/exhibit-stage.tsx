/** The pictures of attention per version: the slab of shared memory that an access reaches, by elements, banks and wavefronts. */
import { useMemo } from 'react';
import { LINE_BYTES } from '../../base/hardware.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { FileStage, StageProps, Subject } from '../../panels/exhibit.ts';
import { StageStack } from '../../panels/permute/stage-stack.tsx';
import { tileFigures } from '../../panels/tile-figures.ts';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { sharedBy } from '../../panels/tile-records.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { Figure } from '../../pictures/figure.ts';
import { tileKeys, tileQueries } from './build.ts';
import { schema } from './params.ts';
import { slabOf } from './request-names.ts';
import { type AttentionVariant, isPersistent, takesMaps } from './variants.ts';

/** Tile sizes of a CTA, in few words. */
export function changed(view: Pick<VariantView, 'id' | 'refusal'>, params: StageProps['subject']['params']): string {
  if (view.refusal !== null) return '';
  const variant = view.id as AttentionVariant;
  const p = schema.parse(params);
  const [queries, keys] = [tileQueries(variant, p), tileKeys(variant, p)];
  if (variant === 'naive') return `${queries} queries, key by key`;
  return `${queries} queries × ${keys} keys${variant === 'a1-unswizzled' ? ', no swizzle' : ''}`;
}

/** The view with the one slab that the access under study reaches. */
export function atAccess(view: VariantView, params: StageProps['subject']['params']): VariantView {
  const tile = slabOf(view.id as AttentionVariant, schema.parse(params), bestSource(view).view.access)?.layout;
  return tile === undefined ? view : { ...view, tile, sharedBytes: tile.rows * LINE_BYTES };
}

export function Stage(props: StageProps) {
  const { views, compact, theme, subject } = props;
  const { params } = subject;
  const shown = useMemo(() => views.map(view => atAccess(view, params)), [views, params]);
  const shared = sharedBy(shown);
  return (
    <StageStack>
      <VariantColumns views={shown} theme={theme} compact={compact} changed={view => changed(view, params)}>
        {view =>
          bestSource(view).view.access === null ? (
            <AbsentPicture title="Shared memory" why={absence(view, subject)} pictures={4} />
          ) : (
            <TilePictures view={view} stage={props} shared={shared} handles={{}} />
          )
        }
      </VariantColumns>
      {props.pipelines}
    </StageStack>
  );
}

/** Why the chosen warp makes no such access. */
function absence({ id }: VariantView, { side, warp }: Subject): string {
  const variant = id as AttentionVariant;
  if (variant === 'naive') return 'It keeps nothing in shared memory: lanes read rows of K and V themselves.';
  if (side === 'load' && takesMaps(variant))
    return 'No lane loads operands here: wgmma reads tiles of shared memory by itself, told where by descriptors.';
  const leaves = isPersistent(variant) ? ' Of the others, each stores its rows of O.' : '';
  return `Warp ${warp} makes no such access: one thread asks for all copies.${leaves}`;
}

/** The same pictures for a file. */
export function figures(view: VariantView, stage: FileStage, width: number): Figure[] {
  const { params } = stage.subject;
  const views = stage.views.map(each => atAccess(each, params));
  return tileFigures(atAccess(view, params), { ...stage, views }, width);
}
