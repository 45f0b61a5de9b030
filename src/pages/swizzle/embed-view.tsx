/** `?embed=1`, for slides: bits and tiles, what each source says, and the way to the whole page. */
import { ArrowRight } from 'lucide-react';
import { SourceGlyph } from '../../pictures/badges.tsx';
import { ChunkTile } from '../../pictures/chunk-tile.tsx';
import { XorBits } from '../../pictures/xor-bits.tsx';
import { accessName } from './access-list.ts';
import { measuredWords, verdictOf } from './compiled-words.ts';
import css from './embed-view.module.css';
import { sideHeads } from './pattern-names.ts';
import { phasesWords } from './phases-words.ts';
import { bitsRecords, scaleOf, tileRecords } from './picture-records.ts';
import { type PicturesProps, sharedProps } from './pictures.tsx';
import { encodeSwizzleSearch } from './swizzle-search.ts';
import type { SwizzleState } from './swizzle-state.ts';
import type { CompiledView } from './use-compiled-tile.ts';

const TILE_PX = 300;

export function EmbedView({ compiled, ...props }: PicturesProps & { readonly compiled: CompiledView }) {
  const { state, derived } = props;
  const shared = sharedProps(props);
  const bits = bitsRecords(state, derived.tiles);
  const [before, after] = (['before', 'after'] as const).map(side => tileRecords(state, derived, side));
  const tile = { ...shared, scale: scaleOf(after), maxHeight: TILE_PX };
  return (
    <main className={css.page}>
      <h1 className="visually-hidden">Swizzle of a tile in shared memory</h1>
      <div className={css.pictures} data-bits={bits === null ? undefined : true}>
        {bits !== null && <XorBits {...shared} records={bits} />}
        <ChunkTile {...tile} records={before} />
        <ChunkTile {...tile} records={after} />
      </div>
      <Foot {...props} compiled={compiled} />
    </main>
  );
}

const Foot = ({ state, derived, compiled }: PicturesProps & { readonly compiled: CompiledView }) => (
  <footer className={css.foot}>
    <span className={css.predicted} title={accessName(state.access)}>
      <SourceGlyph source="predicted" />{' '}
      {phasesWords(derived.accesses.find(({ id }) => id === state.access)!, sideHeads(state))}
    </span>
    <span className={css.emulated}>
      <SourceGlyph source="emulated" /> {verdictOf(compiled).text}
    </span>
    <span className={css.measured} title={measuredWords(derived.tiles)}>
      <SourceGlyph source="measured" /> {measuredWords(derived.tiles).split(':')[0]}
    </span>
    <a className={css.open} href={pageLink({ ...state, embed: false })} target="_blank" rel="noreferrer">
      Open in Lanescape <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </a>
  </footer>
);

function pageLink(state: SwizzleState): string {
  const search = new URLSearchParams(encodeSwizzleSearch(state)).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}${search === '' ? '' : `?${search}`}`;
}
