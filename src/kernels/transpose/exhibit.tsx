/** The transpose on the page: its words, and the shared pictures arranged per variant. */
import type { Exhibit, StageProps, Subject } from '../../panels/exhibit.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import { BankMap } from '../../pictures/bank-map.tsx';
import { OutputGrid } from '../../pictures/output-grid.tsx';
import { PunchCard } from '../../pictures/punch-card.tsx';
import { TileGrid } from '../../pictures/tile-grid.tsx';
import { sweepByPad } from './sweep.ts';

function Stage(props: StageProps) {
  const { views, colourBy, compact, theme, highlight, selection, playhead, onHover, onSelect } = props;
  const columns = Math.max(...views.map(view => view.tile?.pitchElements ?? 0));
  const rows = Math.max(...views.map(view => view.tile?.rows ?? 0));
  const scale = columns > 0 ? { columns, rows } : null;
  const lineCount = Math.max(...views.map(view => Math.ceil((view.sharedBytes + (view.tile?.baseBytes ?? 0)) / 128)));
  const common = { theme, highlight, selection, playhead, onHover, onSelect };
  return (
    <VariantColumns views={views} theme={theme} changed={changed}>
      {view => {
        const { source, view: records } = bestSource(view);
        const request = records.access && records.cost ? { access: records.access, cost: records.cost } : null;
        if (!view.tile) return compact ? null : <OutputOf view={view} theme={theme} />;
        return (
          <>
            <TileGrid
              {...common}
              source="predicted"
              scale={scale}
              records={{ layout: view.tile, request, colourBy }}
              maxHeight={compact ? 330 : 400}
            />
            {!compact && (
              <BankMap
                {...common}
                source={source}
                records={{ layout: view.tile, request, lineCount }}
                maxHeight={104}
              />
            )}
            {!compact && request && (
              <PunchCard {...common} source={source} records={{ layout: view.tile, request, rows: 'wavefronts' }} />
            )}
            {!compact && <OutputOf view={view} theme={theme} />}
          </>
        );
      }}
    </VariantColumns>
  );
}

function OutputOf({ view, theme }: { view: VariantView; theme: StageProps['theme'] }) {
  return view.output.state === 'done' ? (
    <OutputGrid theme={theme} source="emulated" records={view.output.check} maxHeight={260} />
  ) : null;
}

function changed({ tile }: VariantView): string {
  if (!tile) return 'no shared memory';
  const pitch = `pitch ${tile.pitchElements} elements`;
  return tile.swizzle.kind === 'xor' ? `${pitch}, columns XOR row` : pitch;
}

function lede(views: readonly VariantView[], { side, warp }: Subject): string {
  const does =
    side === 'store'
      ? `Warp ${warp} stores a row of the tile: its lanes write side by side.`
      : `Warp ${warp} loads a column of the tile, one row per lane.`;
  const told = views
    .filter(view => view.tile && view.predicted.cost)
    .map(view => `${view.badge} takes ${view.predicted.cost?.wavefronts} wavefronts`);
  return [does, told.length > 0 ? `${told.join(', ')}.` : ''].join(' ');
}

function closedForm({ tile }: VariantView, { side }: Subject): string {
  if (!tile || side === 'store' || tile.swizzle.kind === 'xor' || tile.elementBytes !== 4) return '';
  return 'gcd(pitch, 32)';
}

export const exhibit: Exhibit = {
  Stage,
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
