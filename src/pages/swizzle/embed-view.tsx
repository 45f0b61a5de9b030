/** `?embed=1`, for slides: bits and tiles, what each source says, and the way to the whole page. */
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import { XorBits } from '../../pictures/xor-bits/index.tsx';
import { EmbedPage } from '../kit/embed-page.tsx';
import { accessName } from '../kit/tile/access-list.ts';
import { verdictOf } from '../kit/tile/verdict.ts';
import { swizzleLink } from '../links/swizzle.ts';
import { measuredWords, WORDS } from './compiled-words.ts';
import { sideHeads } from './pattern-names.ts';
import { phasesWords } from './phases-words.ts';
import { bitsRecords, scaleOf, tileRecords } from './picture-records.ts';
import { type SwizzlePicturesProps, sharedProps } from './pictures.tsx';
import type { CompiledTileView } from './use-compiled-tile.ts';

const TILE_PX = 300;

type EmbedViewProps = SwizzlePicturesProps & { readonly compiled: CompiledTileView };

export function EmbedView(props: EmbedViewProps) {
  const { state, derived } = props;
  const shared = sharedProps(props);
  const bits = bitsRecords(state, derived.tiles);
  const [before, after] = (['before', 'after'] as const).map(side => tileRecords(state, derived, side));
  const tile = { ...shared, scale: scaleOf(after), maxHeight: TILE_PX };
  return (
    <EmbedPage
      title="Swizzle of a tile in shared memory"
      columns={bits === null ? 2 : 3}
      said={saidOf(props)}
      search={swizzleLink.encode({ ...state, embed: false })}
    >
      {bits !== null && <XorBits {...shared} records={bits} />}
      <ChunkTile {...tile} records={before} />
      <ChunkTile {...tile} records={after} />
    </EmbedPage>
  );
}

const saidOf = ({ state, derived, compiled }: EmbedViewProps) => {
  const access = derived.accesses.find(({ id }) => id === state.access)!;
  return {
    predicted: `${accessName(state.access)}. ${phasesWords(access, sideHeads(state))}`,
    emulated: verdictOf(compiled, WORDS).text,
    measured: measuredWords(derived.tiles),
  };
};
