/** What a compiled kernel and a GPU make of the drawn tile. */
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { SourcesSection } from '../kit/tile/sources-section.tsx';
import { RUNS } from '../links/swizzle.ts';
import { measuredWords, WORDS } from './compiled-words.ts';
import type { Tiles } from './tile-of-state.ts';
import type { CompiledTileView } from './use-compiled-tile.ts';
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
  readonly compiled: CompiledTileView;
}

export const CompiledSection = ({ state, update, tiles, compiled }: CompiledSectionProps) => (
  <SourcesSection compiled={compiled} words={WORDS} kernel={SAID[state.run]} measured={measuredWords(tiles)}>
    <Segments
      label="Which kernel lays out the tile"
      options={OPTIONS}
      value={state.run}
      onChange={run => update({ run })}
    />
  </SourcesSection>
);
