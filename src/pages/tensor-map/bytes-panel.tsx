/** What the copy's bytes are: announced, inside, outside, gaps; and what a base off the repeat does. */
import { linesOff, repeatBytes } from '../../model/tma/swizzle-modes.ts';
import { bytes } from '../../panels/numbers.ts';
import { SourceBadge } from '../../pictures/badges.tsx';
import { baseWords } from '../swizzle/base-words.ts';
import type { CopyOfState } from './copy-of-state.ts';
import css from './panel.module.css';

export const BytesPanel = ({ shown }: { readonly shown: CopyOfState }) => (
  <section className={css.panel} aria-label="Bytes">
    <div className={css.head}>
      <h2>Bytes</h2>
      <SourceBadge source="predicted" />
    </div>
    <dl className={css.rows}>
      {byteRows(shown).map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong> {note !== '' && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
    <BaseNote shown={shown} />
  </section>
);

interface ByteRow {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function byteRows({ copy, bytes: all }: CopyOfState): ByteRow[] {
  const { transactionBytes, outsideBytes, gapBytes, shape } = all;
  const isLoad = copy.direction === 'load';
  const repeat = repeatBytes(copy.map.swizzle);
  return [
    {
      name: isLoad ? 'expect_tx' : 'Taken from the tile',
      value: bytes(transactionBytes),
      note: isLoad ? 'outside counts, gaps do not' : 'no barrier: a bulk group counts',
    },
    {
      name: isLoad ? 'Read from the tensor' : 'Written to the tensor',
      value: bytes(transactionBytes - outsideBytes),
      note: '',
    },
    {
      name: 'Outside of it',
      value: bytes(outsideBytes),
      note: outsideBytes === 0 ? '' : isLoad ? 'filled in' : 'left out',
    },
    { name: 'Shared memory', value: bytes(shape.sharedBytes), note: `${shape.rows} rows, ${shape.pitchBytes} B apart` },
    {
      name: 'Gaps',
      value: bytes(gapBytes),
      note: gapBytes === 0 ? '' : 'a narrow row takes the whole swizzle; they keep what was there',
    },
    { name: 'Alignment', value: bytes(repeat), note: alignmentNote(copy.map.swizzle, copy.base) },
  ];
}

const alignmentNote = (mode: CopyOfState['copy']['map']['swizzle'], base: number): string => {
  const off = linesOff(mode, base);
  return off === 0 ? 'the pattern begins with the tile' : `the tile is ${off} lines off it`;
};

function BaseNote({ shown: { tile, swizzle } }: { readonly shown: CopyOfState }) {
  if (swizzle === null || swizzle.bits === 0) return null;
  const { tone, text } = baseWords(tile, swizzle);
  return tone === 'warn' ? (
    <p className={css.note} data-tone="warn">
      {text}
    </p>
  ) : null;
}
