/** One score on its way through both products: in which lane and register it lies, as a sum and as an operand. */
import { type ValueWay, valueWay } from '../../model/attention/value-way.ts';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { FactList } from '../../panels/kit/fact-list.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { Link } from '../kit/link.tsx';
import type { LinkHandle } from '../kit/use-link-state.ts';
import type { LadderState } from '../links/pipeline.ts';
import type { Lit } from './operand-pictures.ts';
import css from './operand-tiles.module.css';
import { OperandTiles } from './operand-tiles.tsx';

export function ValueWayPanel({ state, update, theme }: LinkHandle<LadderState> & { readonly theme: Theme }) {
  const { row, key, column } = state;
  const picked = { row, key, column };
  const pick = (to: Partial<Lit>): void => update(to);
  return (
    <section className="stack" aria-label="One value through both products">
      <header className="head">
        <h2>One value through both products</h2>
        <small>64 queries of a warpgroup, 64 keys, 64 columns of 16 bits</small>
      </header>
      <p className="reading">
        A score is left as a sum in a register. The same register, rounded to 16 bits, is the operand of O += P × V: the
        lane does not change. Point at a cell: it is ringed in all pictures.
      </p>
      <div className={css.fields}>
        {FIELDS.map(({ name, label }) => (
          <NumberField
            key={name}
            label={label}
            value={picked[name]}
            min={0}
            max={63}
            step={1}
            slider={SLIDER}
            onChange={to => pick({ [name]: to })}
          />
        ))}
      </div>
      <OperandTiles picked={picked} onPick={pick} theme={theme} />
      <FactList facts={factsOf(row, key, valueWay(row, key))} />
      <details className="caption">
        <summary>What numbers, colours and rings mean</summary>
        <p>
          Tiles in shared memory (Q, K, V and O on its way out): number and colour tell which of the row's eight chunks
          of 16 bytes lies there, under the 128-byte swizzle. Parts in registers (S, P, O): number and colour are the
          lane. Blue rings are around what was chosen; the other rings around what else the same lane holds.
        </p>
      </details>
      <p className="caption">
        Banks of tiles that lanes read themselves:{' '}
        <Link to="/banks/$kernel" params={{ kernel: 'attention' }}>
          version 1 with and without its swizzle
        </Link>
      </p>
    </section>
  );
}

const SLIDER = { min: 0, max: 63, step: 1 };
const FIELDS = [
  { name: 'row', label: 'Query' },
  { name: 'key', label: 'Key' },
  { name: 'column', label: 'Column' },
] as const;

const factsOf = (row: number, key: number, way: ValueWay) => [
  {
    name: 'Q',
    value: `row ${row}; its columns 0 to 7 lie in chunk ${way.queryChunk} of the row's 128 bytes (0 xor ${row} mod 8)`,
  },
  { name: 'K', value: `row ${key}; its columns 0 to 7 lie in chunk ${way.keyChunk}` },
  { name: 'S', value: `warp ${way.warp}, lane ${way.lane}, sum ${way.sum} of that lane` },
  {
    name: 'P',
    value: `warp ${way.warp}, lane ${way.lane}, operand of keys ${16 * way.operand} to ${16 * way.operand + 15}: register ${way.register}, ${way.half === 0 ? 'lower' : 'upper'} half`,
  },
  { name: 'V', value: `row ${key}: all of its columns, by a descriptor of columns ("MN-major")` },
  {
    name: 'O',
    value: `row ${row}: all columns that warp ${way.warp} holds of it, in lanes ${way.lane - (way.lane % 4)} to ${way.lane - (way.lane % 4) + 3}`,
  },
];
