/** The published tiles, a row for each head dimension: a click plays that one. */
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { type AttentionTile, attentionTiles } from '../../model/pipeline/presets/attention-tiles.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { fieldValue, isFp8Variant, publishedVariant } from './attention-variants.ts';
import css from './tile-table.module.css';
import type { AttentionHandle } from './use-attention.ts';

const TILES = { bf16: attentionTiles(false), fp8: attentionTiles(true) };

const SOURCE = 'hopper/tile_size.h of Dao-AILab/flash-attention at 0251105';

const FORMATS = [
  { value: 'bf16', label: 'bf16' },
  { value: 'fp8', label: '8-bit' },
] as const;

export function TileTable({ state, update }: AttentionHandle) {
  const isFp8 = isFp8Variant(state.variant);
  const format = isFp8 ? 'fp8' : 'bf16';
  const chosen = Number(fieldValue(state.variant, 'headDim'));
  const choose = (headDim: number, fp8: boolean): void =>
    update({ variant: publishedVariant(state.variant, headDim, fp8), window: null, at: null });
  return (
    <section className={`card panel ${css.panel}`} aria-label="Published tiles">
      <div className="head">
        <h2>Tile of each head dimension</h2>
        <Segments label="Format" options={FORMATS} value={format} onChange={value => choose(chosen, value === 'fp8')} />
      </div>
      <p className="caption">A row plays it. Tiles as in {SOURCE}, without mask; bytes and shares are computed.</p>
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
  <DataTable
    caption={`Tiles of FlashAttention-3 by head dimension, ${format}`}
    columns={COLUMNS}
    rows={TILES[format]}
    rowKey={({ headDim }) => headDim}
    className={css.tiles}
    choice={{
      isChosen: ({ headDim }) => headDim === chosen,
      onChoose: ({ headDim }) => onChoose(headDim),
      label: ({ headDim }) => `Play head dimension ${headDim}`,
    }}
  />
);

const COLUMNS: readonly Column<AttentionTile>[] = [
  { key: 'head', name: 'Head', hint: 'Head dimension', cell: ({ headDim }) => headDim },
  {
    key: 'tile',
    name: 'Q × KV',
    hint: 'Rows of Q, and of a block of K and V',
    isText: true,
    cell: ({ blockM, blockN }) => `${blockM} × ${blockN}`,
  },
  {
    key: 'p',
    name: 'P in',
    hint: 'Where P goes between the products',
    isText: true,
    cell: ({ sharedP }) => (sharedP ? 'shared memory' : 'registers'),
  },
  {
    key: 'threads',
    name: 'Threads',
    hint: 'Warpgroups that multiply, and threads of the CTA',
    isText: true,
    cell: ({ groups, threads }) => `${groups} + 1, ${count(threads)}`,
  },
  {
    key: 'registers',
    name: 'Registers',
    hint: 'Per thread, of producer and consumers (setmaxnreg)',
    isText: true,
    cell: ({ registers: { producer, consumer } }) => `${producer} / ${consumer}`,
  },
  {
    key: 'pingPong',
    name: 'Ping-pong',
    hint: 'Whether warpgroups take turns, with the overlap',
    isText: true,
    cell: ({ pingPong }) => (pingPong ? 'yes' : 'no'),
  },
  {
    key: 'rescales',
    name: 'Rescales O',
    hint: 'Whether O is rescaled before the second product is started, or after it',
    isText: true,
    cell: ({ rescalesFirst }) => (rescalesFirst ? 'before' : 'after'),
  },
  {
    key: 'exp',
    name: 'Exp / products',
    hint: 'Clk of the exponentials divided by clk of both products, for one warpgroup and one block',
    isText: true,
    cell: ({ expClk, productClk }) => `${Math.round((100 * expClk) / productClk)} %`,
  },
  {
    key: 'shared',
    name: 'Shared',
    hint: 'Two stages of K and V; O lies over V',
    isText: true,
    cell: ({ sharedBytes }) => <SharedBar bytes={sharedBytes} />,
  },
];

const KIB = 1024;

const SharedBar = ({ bytes }: { readonly bytes: number }) => (
  <span className={`row ${css.shared}`} title={`${count(bytes)} of ${count(CTA_SHARED_BYTES)} B`}>
    {count(bytes / KIB)} KiB
    <span>
      <i style={{ width: `${(100 * bytes) / CTA_SHARED_BYTES}%` }} />
    </span>
  </span>
);
