/** The requests of a block's side, counted out: they run with the playhead, and a row chooses its request. */

import { LANES } from '../../base/hardware.ts';
import { CountingLoop } from '../../pictures/counting-loop/index.tsx';
import { countedRows } from '../../pictures/counting-loop/rows.ts';
import type { CountingLoopRecords } from '../../pictures/permute/records.ts';
import type { PictureProps } from '../../pictures/props.ts';
import { useView } from '../../state/view-store.ts';
import type { StageProps } from '../exhibit.ts';
import type { VariantView } from '../variant-view.ts';
import { placeOfRequest } from './block-records.ts';

interface CountedRequestsProps extends Omit<PictureProps<CountingLoopRecords>, 'handles' | 'playhead'> {
  readonly view: VariantView;
  readonly stage: Pick<StageProps, 'playhead' | 'onAccess'>;
  /** Wavefronts of the chosen request. */
  readonly wavefronts: number;
}

export function CountedRequests({ view, stage, wavefronts, ...props }: CountedRequestsProps) {
  const { records } = props;
  const isPlaying = useView(state => state.playing);
  const isWhole = stage.playhead === Number.POSITIVE_INFINITY && !isPlaying;
  const choose = (row: number): void => {
    const counted = countedRows(records)?.rows[row];
    const place = counted && placeOfRequest(view, records.block, { ...counted, side: records.side });
    if (place) stage.onAccess(place);
  };
  return (
    <CountingLoop
      {...props}
      playhead={isWhole ? Number.POSITIVE_INFINITY : lanesCounted(records, stage.playhead / wavefronts)}
      handles={{ row: { hint: 'press a row or use Warp and Step', onChange: choose } }}
    />
  );
}

/** All of the requests before the chosen one, and of that as much as has been served. */
function lanesCounted({ block, side, chosen }: CountingLoopRecords, served: number): number {
  const rows = countedRows({ block, side })?.rows ?? [];
  const row = rows.findIndex(({ warp, k }) => warp === chosen?.warp && k === chosen.k);
  return row < 0 ? Number.POSITIVE_INFINITY : (row + Math.min(1, served)) * LANES;
}
