/** The transpose on the page: its words, and the shared pictures arranged per variant. */
import type { Exhibit, StageProps, Subject } from '../../panels/exhibit.ts';
import { useTileHeight } from '../../panels/use-tile-height.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type SourceView, type VariantView } from '../../panels/variant-view.ts';
import { bankMapFigure } from '../../pictures/bank-map.figure.ts';
import { BankMap } from '../../pictures/bank-map.tsx';
import type { Figure } from '../../pictures/figure.ts';
import { OutputGrid } from '../../pictures/output-grid.tsx';
import { punchCardFigure } from '../../pictures/punch-card.figure.ts';
import { PunchCard } from '../../pictures/punch-card.tsx';
import type { Request } from '../../pictures/records.ts';
import { tileGridFigure } from '../../pictures/tile-grid.figure.ts';
import { TileGrid } from '../../pictures/tile-grid.tsx';
import { defaultView } from '../../pictures/view.ts';
import { sweepByPad } from './sweep.ts';

const LINE_BYTES = 128;
/** Cells of a tile in an exported file. */
const TILE_PX = 330;
const BANK_MAP_PX = 104;

/** What the variants share, so that a cell, a line or a bar means the same in each column. */
function sharedScale(views: readonly VariantView[]) {
  const tiles = views.map(view => view.tile).filter(tile => tile !== null);
  if (tiles.length === 0) return { scale: null, lineCount: null };
  const columns = Math.max(...tiles.map(tile => tile.pitchElements));
  const rows = Math.max(...tiles.map(tile => tile.rows));
  const bytes = Math.max(...views.map(view => view.sharedBytes + (view.tile?.baseBytes ?? 0)));
  return { scale: { columns, rows }, lineCount: Math.ceil(bytes / LINE_BYTES) };
}

function Stage(props: StageProps) {
  const { views, colourBy, compact, theme, highlight, selection, playhead, onHover, onSelect } = props;
  const { scale, lineCount } = sharedScale(views);
  const tilePx = useTileHeight(compact);
  const common = { theme, highlight, selection, playhead, onHover, onSelect };
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={changed}>
      {view => {
        const { layout, request, predicted, source } = recordsOf(view);
        if (compact && layout)
          return (
            <TileGrid
              {...common}
              source="predicted"
              scale={scale}
              records={{ layout, request, predicted, colourBy }}
              maxHeight={tilePx}
            />
          );
        return (
          <>
            {layout && (
              <TileGrid
                {...common}
                source="predicted"
                scale={scale}
                records={{ layout, request, predicted, colourBy }}
                maxHeight={tilePx}
              />
            )}
            {layout && (
              <BankMap
                {...common}
                source={source}
                records={{ layout, request, predicted, lineCount }}
                maxHeight={BANK_MAP_PX}
              />
            )}
            {request && (
              <PunchCard {...common} source={source} records={{ layout, request, predicted, rows: 'wavefronts' }} />
            )}
            {view.output.state === 'done' && (
              <OutputGrid theme={theme} source="emulated" records={view.output.check} maxHeight={tilePx} />
            )}
          </>
        );
      }}
    </VariantColumns>
  );
}

const requestOf = ({ access, cost }: SourceView): Request | null => access && cost && { access, cost };

/** The best source's request, and the model's beside it where that is another. */
function recordsOf(view: VariantView) {
  const { source, view: records } = bestSource(view);
  const predicted = source === 'predicted' ? null : requestOf(view.predicted);
  return { layout: view.tile, request: requestOf(records), predicted, source };
}

/** The same pictures for a file: at a fixed width, with what is pinned and played, without what is hovered. */
function figures(
  view: VariantView,
  { views, theme, colourBy, selection, playhead }: StageProps,
  width: number,
): Figure[] {
  const { scale, lineCount } = sharedScale(views);
  const { layout, request, predicted, source } = recordsOf(view);
  const at = (from: typeof source, maxHeight: number) => ({
    ...defaultView(theme, from, width),
    selection,
    playhead,
    scale,
    maxHeight,
  });
  return [
    ...(layout ? [tileGridFigure({ layout, request, predicted, colourBy }, at('predicted', TILE_PX))] : []),
    ...(layout ? [bankMapFigure({ layout, request, predicted, lineCount }, at(source, BANK_MAP_PX))] : []),
    ...(request ? [punchCardFigure({ layout, request, predicted, rows: 'wavefronts' }, at(source, TILE_PX))] : []),
  ];
}

function changed({ tile }: VariantView): string {
  if (!tile) return 'no shared memory';
  const pitch = `pitch ${tile.pitchElements} ${tile.elementBytes === 4 ? 'words' : 'elements'}`;
  return tile.swizzle.kind === 'xor' ? `${pitch}, XOR` : pitch;
}

function lede(views: readonly VariantView[], { side, warp }: Subject): string {
  const does =
    side === 'store'
      ? `Warp ${warp} stores a row of the tile: its lanes write side by side.`
      : `Warp ${warp} loads a column of the tile, one row per lane.`;
  const costs = views.filter(view => view.predicted.cost !== null);
  const told = costs.map(view => `${view.badge} in ${view.predicted.cost?.wavefronts}`).join(', ');
  return told === '' ? does : `${does} The banks serve ${told} wavefronts.`;
}

function closedForm({ tile }: VariantView, { side }: Subject): string {
  if (!tile || side === 'store' || tile.swizzle.kind === 'xor' || tile.elementBytes !== 4) return '';
  return 'gcd(pitch, 32)';
}

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['tiled', 'padded'],
  sideNames: { store: 'Store row', load: 'Load column' },
  definition:
    'A wavefront is one pass over the 32 banks. 32 lanes with 4 B each need one at best; lanes that want different words of one bank wait for the next.',
  title: ({ params }) => `Transpose a ${params.tile} × ${params.tile} tile through shared memory`,
  lede,
  changed,
  closedForm,
  output: ({ rows, columns, elementBytes }) => ({
    buffer: 'out',
    rows: Number(columns),
    columns: Number(rows),
    elementBytes: Number(elementBytes),
  }),
  sweep: { param: 'pad', unit: 'elements', variants: ['padded', 'pad-not-used'], points: sweepByPad },
};
