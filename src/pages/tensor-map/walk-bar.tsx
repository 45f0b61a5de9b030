/** The transport of the walk: which chunk goes where, and how many bytes have come. */
import { addressText } from '../../base/numerals.ts';
import { chunkOf } from '../../model/tma/box-bytes.ts';
import { CHUNK_BYTES } from '../../model/tma/tile.ts';
import { bytes as bytesText, count } from '../../panels/numbers.ts';
import { TransportButtons } from '../../panels/transport-buttons.tsx';
import type { CopyOfState } from './copy-of-state.ts';
import type { WalkHandle } from './use-walk.ts';
import css from './walk-bar.module.css';

export function WalkBar({ walk, shown }: { readonly walk: WalkHandle; readonly shown: CopyOfState }) {
  const { chunks } = shown.bytes;
  const { arrived, playing, play, step, moveRow, seek } = walk;
  return (
    <section className={css.bar} aria-label="Transport">
      <TransportButtons step="chunk" group="row" playing={playing} onPlay={play} onStep={step} onGroup={moveRow} />
      <p className={css.position}>
        <strong>Chunk {count(arrived)}</strong> of {count(chunks)}
      </p>
      <input
        type="range"
        aria-label="Chunk"
        aria-valuetext={`chunk ${arrived} of ${chunks}`}
        min={0}
        max={chunks}
        value={arrived}
        onChange={event => seek(Number(event.target.value))}
      />
      <p className={css.readout}>{readout(shown, arrived)}</p>
    </section>
  );
}

function readout({ copy, bytes }: CopyOfState, arrived: number): string {
  const counted = `${count(arrived * CHUNK_BYTES)} of ${bytesText(bytes.transactionBytes)}`;
  if (arrived === 0 || arrived === bytes.chunks)
    return `${counted} ${copy.direction === 'load' ? 'arrived' : 'written'}`;
  const { row, chunk, coordinates, tensorByte, sharedAddress } = chunkOf(copy, bytes, arrived - 1);
  const from = tensorByte === null ? 'outside' : `byte ${count(tensorByte)}`;
  const [first, last] = [`(${coordinates.join(', ')}) ${from}`, addressText(sharedAddress)];
  const way = copy.direction === 'load' ? `${first} → ${last}` : `${last} → ${first}`;
  return `row ${row}, chunk ${chunk}: ${way} · ${counted}`;
}
