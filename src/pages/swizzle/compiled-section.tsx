/** What a compiled kernel and a GPU make of the drawn tile. */
import { Check, Clock, X } from 'lucide-react';
import { Segments } from '../../panels/fields.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import css from './compiled-section.module.css';
import { measuredWords, verdictOf } from './compiled-words.ts';
import { RUNS, type SwizzleState } from './swizzle-state.ts';
import type { Tiles } from './tile-of-state.ts';
import type { CompiledView } from './use-compiled-tile.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

const LABELS = { 'tma-tile': 'TMA', 'cp-async-xor': 'cp.async', 'wrong-mask': 'Wrong mask' } as const;
const OPTIONS = RUNS.map(value => ({ value, label: LABELS[value] }));

const SAID: Readonly<Record<(typeof RUNS)[number], string>> = {
  'tma-tile': 'One tensor copy, then a dump of shared memory.',
  'cp-async-xor': '16-byte copies, each to where an XOR of its address says, then a dump.',
  'wrong-mask': 'Wrong on purpose: the XOR lacks its lowest bit.',
};

interface CompiledSectionProps extends SwizzleHandle {
  readonly tiles: Tiles;
  readonly compiled: CompiledView;
}

export const CompiledSection = ({ state, update, tiles, compiled }: CompiledSectionProps) => (
  <section className={css.section} aria-label="Compiled kernel" aria-busy={compiled.state === 'running'}>
    <div className={css.head}>
      <h2>Compiled kernel</h2>
      <Segments
        label="Which kernel lays the tile"
        options={OPTIONS}
        value={state.run}
        onChange={run => update({ run })}
      />
    </div>
    <Emulated run={state.run} compiled={compiled} />
    <div className={css.row}>
      <SourceBadge source="measured" />
      <p>{measuredWords(tiles)}</p>
    </div>
  </section>
);

const Emulated = ({ run, compiled }: Pick<SwizzleState, 'run'> & Pick<CompiledSectionProps, 'compiled'>) => (
  <div className={css.row}>
    <SourceBadge source="emulated" />
    <div>
      <Verdict compiled={compiled} />
      <p className={css.note}>
        {SAID[run]} {compiled.state === 'done' && `${compiled.tile.provenance}.`}
      </p>
    </div>
  </div>
);

function Verdict({ compiled }: { readonly compiled: CompiledView }) {
  const { tone, text } = verdictOf(compiled);
  const Icon = ICONS[tone];
  return (
    <p className={css.verdict} data-tone={tone} role="status">
      <Icon size={15} strokeWidth={2} aria-hidden /> {text}
    </p>
  );
}

const ICONS = { agree: Check, differ: X, waiting: Clock } as const;
