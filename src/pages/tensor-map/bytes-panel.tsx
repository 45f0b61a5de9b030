/** The copy's bytes: announced, inside, outside, gaps; and the effect of a base that is no multiple of the repeat. */

import { bytes } from '../../base/numbers.ts';
import { overhangBytes } from '../../model/tma/box-pieces.ts';
import { linesOff, repeatBytes } from '../../model/tma/swizzle-modes.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { baseWords } from '../kit/tile/base-words.ts';
import css from './panel.module.css';

export const BytesPanel = ({ shown }: { readonly shown: CopyOfState }) => (
  <section className="card panel" aria-label="Bytes">
    <div className="head">
      <h2>Bytes</h2>
      <SourceBadge source="predicted" />
    </div>
    <FactList
      look="ruled"
      facts={byteRows(shown).map(({ name, ...row }) => ({ name, value: <ByteValue {...row} /> }))}
    />
    <BaseNote shown={shown} />
  </section>
);

interface ByteRow {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

const ByteValue = ({ value, note }: Omit<ByteRow, 'name'>) => (
  <>
    <strong>{value}</strong> {note !== '' && <small>{note}</small>}
  </>
);

const byteRows = (shown: CopyOfState): ByteRow[] => [...tensorRows(shown), ...sharedRows(shown)];

function tensorRows({ copy, bytes: box }: CopyOfState): ByteRow[] {
  const { transactionBytes, outsideBytes } = box;
  const inside = bytes(transactionBytes - outsideBytes);
  const outside = { name: 'Outside of it', value: bytes(outsideBytes) };
  if (copy.direction === 'store')
    return [
      { name: 'Taken from the tile', value: bytes(transactionBytes), note: 'no barrier: a bulk group counts' },
      { name: 'Written to the tensor', value: inside, note: '' },
      { ...outside, note: outsideBytes === 0 ? '' : leftOutNote(overhangBytes(copy, box)) },
    ];
  return [
    { name: 'expect_tx', value: bytes(transactionBytes), note: 'including elements outside, without gaps' },
    { name: 'Read from the tensor', value: inside, note: '' },
    { ...outside, note: outsideBytes === 0 ? '' : 'filled in' },
  ];
}

const leftOutNote = (overhang: number): string =>
  overhang === 0 ? 'left out' : `left out, except for ${bytes(overhang)}: a chunk that the edge cuts is stored whole`;

const GAPS = 'a narrow row takes the whole width of the swizzle; these bytes keep their values';

function sharedRows({ copy: { map, base }, bytes: { shape, gapBytes } }: CopyOfState): ByteRow[] {
  const where = `${shape.rows} rows, ${shape.pitchBytes} B apart`;
  return [
    { name: 'Shared memory', value: bytes(shape.sharedBytes), note: where },
    { name: 'Gaps', value: bytes(gapBytes), note: gapBytes === 0 ? '' : GAPS },
    { name: 'Alignment', value: bytes(repeatBytes(map.swizzle)), note: alignmentNote(map.swizzle, base) },
  ];
}

const alignmentNote = (mode: CopyOfState['copy']['map']['swizzle'], base: number): string => {
  const off = linesOff(mode, base);
  return off === 0 ? 'the pattern begins with the tile' : `the tile is ${off} ${off === 1 ? 'line' : 'lines'} off it`;
};

function BaseNote({ shown: { tile, swizzle } }: { readonly shown: CopyOfState }) {
  if (swizzle === null || swizzle.bits === 0) return null;
  const { tone, text } = baseWords(tile, swizzle);
  return tone === 'warn' ? (
    <p className={`remark tinted ${css.note}`} data-tone="warn">
      {text}
    </p>
  ) : null;
}
