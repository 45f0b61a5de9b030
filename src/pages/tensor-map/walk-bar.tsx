/** The transport of the walk: which chunk goes where, and how many bytes have come. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { bytes as bytesText, count } from '../../base/numbers.ts';
import { addressText } from '../../base/numerals.ts';
import { chunkOf } from '../../model/tma/box-bytes.ts';
import transport from '../../panels/transport.module.css';
import { TransportButtons } from '../../panels/transport-buttons.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import type { WalkHandle } from './use-walk.ts';
import css from './walk-bar.module.css';

export function WalkBar({ walk, shown }: { readonly walk: WalkHandle; readonly shown: CopyOfState }) {
  const { chunks } = shown.bytes;
  const { arrived, playing, play, step, moveRow, seek } = walk;
  return (
    <section className={`${transport.transport} card ${css.bar}`} aria-label="Transport">
      <TransportButtons step="chunk" group="row" playing={playing} onPlay={play} onStep={step} onGroup={moveRow} />
      <p className={transport.position}>
        <strong>Chunk {count(arrived)}</strong> of {count(chunks)}{' '}
        <span>
          {count(arrived * CHUNK_BYTES)} of {bytesText(shown.bytes.transactionBytes)}
        </span>
      </p>
      <div className={transport.track}>
        <input
          type="range"
          aria-label="Chunk"
          aria-valuetext={`chunk ${arrived} of ${chunks}`}
          min={0}
          max={chunks}
          value={arrived}
          onChange={event => seek(Number(event.target.value))}
        />
      </div>
      <p className={`remark ${css.readout}`}>{readout(shown, arrived)}</p>
    </section>
  );
}

/** Words about the chunk that was copied last, and its destination. */
function readout({ copy, bytes }: CopyOfState, arrived: number): string {
  if (arrived === 0) return 'Nothing has been copied yet.';
  if (arrived === bytes.chunks)
    return copy.direction === 'load' ? 'All bytes have arrived.' : 'All bytes have been written.';
  const { row, chunk, coordinates, tensorByte, sharedAddress } = chunkOf(copy, bytes, arrived - 1);
  const inTensor = `(${coordinates.join(', ')}) ${tensorByte === null ? 'outside' : `byte ${count(tensorByte)}`}`;
  const ends = [inTensor, addressText(sharedAddress)];
  return `row ${row}, chunk ${chunk}: ${(copy.direction === 'load' ? ends : ends.reverse()).join(' → ')}`;
}
