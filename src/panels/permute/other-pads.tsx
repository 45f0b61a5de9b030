/**
 * Costs of every other pad of a mode. Counting them takes long, so it waits until the controls rest, and then counts
 * one mode at a time.
 */
import { useEffect, useState } from 'react';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { type ModeSweep, padSweep } from '../../model/permute/pad-sweep.ts';
import { PadStrip } from '../../pictures/pad-strip/index.tsx';
import type { PadStripRecords, PermutedBlock } from '../../pictures/permute/records.ts';
import type { Theme } from '../../pictures/theme.ts';
import { usePictureScale } from '../use-picture-scale.ts';

/** A pad on its way asks for no sweep. */
const REST_MS = 60;

interface OtherPadsProps {
  readonly block: PermutedBlock;
  readonly theme: Theme;
  readonly onPad: (mode: number, pad: number) => void;
}

/** Draws nothing if there are no strides to pad. */
export function OtherPads({ block, theme, onPad }: OtherPadsProps) {
  const scale = usePictureScale();
  const records = useSweep(block);
  if (records === null || !isPadded(block)) return null;
  return <PadStrip theme={theme} {...scale} source="predicted" records={records} onPad={onPad} />;
}

const isPadded = ({ layout }: PermutedBlock): boolean =>
  layout.exchange === null && layout.table === null && layout.xor.length === 0;

/** A layout is of one plan: its modes have the same names for good. */
const known = new WeakMap<BlockLayout, PadStripRecords>();

/** The last block's until this one's are counted. */
function useSweep(block: PermutedBlock): PadStripRecords | null {
  const [last, setLast] = useState<PadStripRecords | null>(null);
  useEffect(() => {
    if (!isPadded(block)) return;
    const counting = counted(block);
    const goOn = (): void => {
      const { value } = counting.next();
      if (value) setLast(value);
      else timer = setTimeout(goOn);
    };
    let timer = setTimeout(goOn, REST_MS);
    return () => clearTimeout(timer);
  }, [block]);
  return known.get(block.layout) ?? last;
}

/** Yields while there is more to count. */
function* counted({ move, names, layout }: PermutedBlock): Generator<null, PadStripRecords> {
  const kept = known.get(layout);
  if (kept !== undefined) return kept;
  const sweep: ModeSweep[] = [];
  for (const mode of padSweep(move, layout.strides)) {
    sweep.push(mode);
    yield null;
  }
  const records = { names, sweep, limitBytes: move.sharedBytes };
  known.set(layout, records);
  return records;
}
