/** The published tiles, a row for each head dimension: a click plays that one. */
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { type AttentionTile, attentionTiles } from '../../model/pipeline/presets/attention-tiles.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { fieldValue, isFp8Variant, publishedVariant } from './attention-variants.ts';
import css from './tile-table.module.css';
import type { AttentionHandle } from './use-attention.ts';

const TILES = { bf16: attentionTiles(false), fp8: attentionTiles(true) };

const SOURCE = 'hopper/tile_size.h of Dao-AILab/flash-attention at 0251105';

const FORMATS = [
  { value: 'bf16', label: 'bf16' },
  { value: 'fp8', label: '8-bit' },
] as const;

const COLUMNS: readonly { readonly name: string; readonly hint: string }[] = [
  { name: 'Head', hint: 'Head dimension' },
  { name: 'Q × KV', hint: 'Rows of Q, and of a block of K and V' },
  { name: 'P in', hint: 'Where P goes between the products' },
  { name: 'Threads', hint: 'Warpgroups that multiply, and threads of the CTA' },
  { name: 'Registers', hint: 'Per thread, of producer and consumers (setmaxnreg)' },
  { name: 'Ping-pong', hint: 'Whether warpgroups take turns, with the overlap' },
  { name: 'Rescales O', hint: 'Before the second product is asked for, or after it' },
  { name: 'Exp / products', hint: 'Clk of the exponentials by clk of both products, of a warpgroup and a block' },
  { name: 'Shared', hint: 'Two stages of K and V; O lies over V' },
];

export function TileTable({ state, update }: AttentionHandle) {
  const isFp8 = isFp8Variant(state.variant);
  const format = isFp8 ? 'fp8' : 'bf16';
  const chosen = Number(fieldValue(state.variant, 'headDim'));
  const choose = (headDim: number, fp8: boolean): void =>
    update({ variant: publishedVariant(state.variant, headDim, fp8), window: null, at: null });
  return (
    <section className={`card ${css.panel}`} aria-label="Published tiles">
      <div className={`row wrap ${css.head}`}>
        <h2>Tile of each head dimension</h2>
        <Segments label="Format" options={FORMATS} value={format} onChange={value => choose(chosen, value === 'fp8')} />
        <p>A row plays it. Tiles as in {SOURCE}, without mask; bytes and shares are computed.</p>
      </div>
      <Tiles format={format} chosen={chosen} onChoose={headDim => choose(headDim, isFp8)} />
    </section>
  );
}

interface TilesProps {
  readonly format: keyof typeof TILES;
  readonly chosen: number;
  readonly onChoose: (headDim: number) => void;
}

const Tiles = ({ format, chosen, onChoose }: TilesProps) => (
  <div className="sideways">
    <table className={css.table}>
      <caption className="visually-hidden">Tiles of FlashAttention-3 by head dimension, {format}</caption>
      <Heads />
      <tbody>
        {TILES[format].map(tile => (
          <Row
            key={tile.headDim}
            tile={tile}
            isChosen={tile.headDim === chosen}
            onChoose={() => onChoose(tile.headDim)}
          />
        ))}
      </tbody>
    </table>
  </div>
);

const Heads = () => (
  <thead>
    <tr>
      {COLUMNS.map(({ name, hint }) => (
        <th key={name} scope="col" title={hint}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowProps {
  readonly tile: AttentionTile;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** All of the row can be clicked; its button is for the keyboard. */
const Row = ({ tile, isChosen, onChoose }: RowProps) => (
  <tr data-chosen={isChosen || undefined} onClick={onChoose}>
    <th scope="row">
      <button type="button" aria-pressed={isChosen} aria-label={`Play head dimension ${tile.headDim}`}>
        {tile.headDim}
      </button>
    </th>
    <td>
      {tile.blockM} × {tile.blockN}
    </td>
    <td>{tile.sharedP ? 'shared memory' : 'registers'}</td>
    <td>
      {tile.groups} + 1, {count(tile.threads)}
    </td>
    <td>
      {tile.registers.producer} / {tile.registers.consumer}
    </td>
    <td>{tile.pingPong ? 'yes' : 'no'}</td>
    <td>{tile.rescalesFirst ? 'before' : 'after'}</td>
    <td>{Math.round((100 * tile.expClk) / tile.productClk)} %</td>
    <td>
      <SharedBar bytes={tile.sharedBytes} />
    </td>
  </tr>
);

const KIB = 1024;

const SharedBar = ({ bytes }: { readonly bytes: number }) => (
  <span className={`row ${css.shared}`} title={`${count(bytes)} of ${count(CTA_SHARED_BYTES)} B`}>
    {count(bytes / KIB)} KiB
    <span>
      <i style={{ width: `${(100 * bytes) / CTA_SHARED_BYTES}%` }} />
    </span>
  </span>
);
