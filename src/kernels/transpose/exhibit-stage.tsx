/** The transpose's pictures per variant, on the page, where they can be dragged. */
import { Suspense } from 'react';
import { count } from '../../base/numbers.ts';
import type { Params } from '../../contract/param-field.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { StageProps } from '../../panels/exhibit.ts';
import { latePart } from '../../panels/part-boundary.tsx';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { sharedBy } from '../../panels/tile-records.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { HandleUses } from '../../pictures/gestures/use-handles.ts';
import { threadsOf } from './geometry.ts';
import { requestOnLine } from './lines.ts';
import { schema } from './params.ts';
import { type TransposeVariant, takesPitch, usesTile } from './variants.ts';

/** Part for variants without a tile, which the page does not show at first. */
const Sectors = latePart(async () => (await import('./exhibit-sectors.tsx')).Sectors);

export function Stage(props: StageProps) {
  const { views, compact, theme } = props;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={layoutText}>
      {view => (
        <>
          {view.tile === null && (
            <Suspense fallback={null}>
              <Sectors view={view} stage={props} />
            </Suspense>
          )}
          <TilePictures view={view} stage={props} shared={shared} handles={handlesOf(view, props)} absence={absence} />
        </>
      )}
    </VariantColumns>
  );
}

/** Why a variant without a tile uses no bank, and what it costs instead: beside two of the others' pictures. */
function absence(view: VariantView) {
  const { load, store } = bestSource(view).view.summary.global;
  const sectors = `${count(store.sectors)} sectors written where ${count(store.ideal)} would do (read: ${count(load.sectors)})`;
  const why = `This variant keeps nothing in shared memory, so no bank is asked. It pays in global memory: ${sectors}.`;
  return <AbsentPicture title="Shared memory" why={why} pictures={2} />;
}

/** Rulers choose the warp, the edge the padding, the map the base address: each as far as the link leaves it open. */
function handlesOf({ id, badge }: VariantView, { subject, canChange, onAccess, onParam }: StageProps): HandleUses {
  const { side } = subject;
  const line = side === 'load' ? 'column' : 'row';
  const variant = id as TransposeVariant;
  const threads = threadsOf(variant, schema.parse(subject.params));
  const chooseLine = (index: number): void => onAccess(requestOnLine(side, threads, index, subject));
  return {
    ...(canChange('warp') && {
      [line]: { hint: `Drag along the ${line} numbers to choose a warp, or use Warp.`, onChange: chooseLine },
    }),
    ...(canChange('pad') &&
      takesPitch(variant) && {
        pad: { hint: 'Drag the right edge, or use Padding.', onChange: (pad: number) => onParam('pad', pad, badge) },
      }),
    ...(canChange('base') &&
      usesTile(variant) && {
        base: { hint: 'Drag the map, or use Base address.', onChange: (bytes: number) => onParam('base', bytes) },
      }),
  };
}

/** Few words about a variant's layout. */
function layoutText({ tile, refusal }: VariantView): string {
  if (refusal !== null) return '';
  if (!tile) return 'no shared memory';
  const pitch = `pitch ${tile.pitchElements} ${tile.elementBytes === 4 ? 'words' : 'elements'}`;
  return tile.swizzle.kind === 'xor' ? `${pitch}, XOR` : pitch;
}

/** The same; a tile's shape where it is no square, and what each thread has asked for before it waits, where that is more than an element. */
export function changed(view: VariantView, params: Params): string {
  const p = schema.parse(params);
  const { x, y, vector, down, holds } = threadsOf(view.id as TransposeVariant, p);
  const bytes = ((down * vector) / y) * vector * p.elementBytes;
  if (!holds || view.tile === null) return layoutText(view);
  const { rows, columns } = view.tile;
  const shape = rows === columns ? '' : `${rows} × ${columns}, `;
  return `${shape}${layoutText(view)}, ${x * y} threads with ${bytes} B each under way`;
}
