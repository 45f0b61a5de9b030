/** `?embed=1`, for slides: the tensor and the tile, what each source says, and the way to the whole page. */
import { bytes, count } from '../../base/numbers.ts';
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import { TensorBox } from '../../pictures/tensor-box/index.tsx';
import { EmbedPage } from '../kit/embed-page.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { verdictOf } from '../kit/tile/verdict.ts';
import { tensorMapLink } from '../links/tensor-map.ts';
import { sharedProps, type TensorMapPicturesProps, useRecords } from './pictures.tsx';
import { measuredWords, WORDS } from './source-words.ts';
import type { CompiledCopyView } from './use-compiled-copy.ts';

const PICTURE_PX = 320;

export function EmbedView({ compiled, ...props }: TensorMapPicturesProps & { readonly compiled: CompiledCopyView }) {
  const { state, shown, walk } = props;
  const { tensor, tile } = useRecords(props);
  const shared = { ...sharedProps(props), maxHeight: PICTURE_PX };
  return (
    <EmbedPage
      title="Tensor map: a box of a tensor, in shared memory"
      columns={2}
      said={{
        predicted: predictedWords(shown),
        emulated: verdictOf(compiled, WORDS).text,
        measured: measuredWords(shown),
      }}
      search={tensorMapLink.encode({ ...state, embed: false })}
    >
      <TensorBox
        {...shared}
        records={tensor}
        playhead={walk.arrived}
        onStart={start => props.update({ start, pin: null })}
      />
      <ChunkTile {...shared} records={tile} />
    </EmbedPage>
  );
}

/** '512 chunks, 8,192 B announced, 0 B of them outside.' */
const predictedWords = ({ copy, bytes: box }: CopyOfState): string =>
  `${count(box.chunks)} chunks, ${bytes(box.transactionBytes)} ${copy.direction === 'load' ? 'announced' : 'taken'}, ${bytes(box.outsideBytes)} of them outside.`;
