/** A tile before or after a pattern, on the page: its pieces move to their places when the pattern changes. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { useMediaQuery } from '../gestures/use-media-query.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import { isSameShape } from './draw.ts';
import { chunkTileFigure } from './figure.ts';

interface ChunkTileProps extends PictureProps<ChunkTileRecords> {
  /** Controls that lie over the picture. */
  readonly controls?: (view: PictureView) => ReactNode;
}

export function ChunkTile(props: ChunkTileProps) {
  const { from, share } = useWay(props.records.tile);
  const records = useMemo(() => ({ ...props.records, from }), [props.records, from]);
  return <Picture {...props} records={records} playhead={share} figureOf={chunkTileFigure} />;
}

const WAY_MS = 400;
const NO_MOTION = '(prefers-reduced-motion: reduce)';

interface Way {
  readonly tile: SwizzledTile;
  readonly from: SwizzledTile | null;
  readonly share: number;
}

/** Change from the pattern before to this one in 400 ms, or at once for a user who wants no motion. */
function useWay(tile: SwizzledTile): Way {
  const isStill = useMediaQuery(NO_MOTION);
  const [way, setWay] = useState<Way>({ tile, from: null, share: 1 });
  const moves = !isStill && isSameShape(way.tile, tile);
  const now: Way = way.tile === tile ? way : { tile, from: moves ? way.tile : null, share: moves ? 0 : 1 };
  if (now !== way) setWay(now);
  const { from } = now;
  useEffect(() => {
    if (from === null) return;
    const start = performance.now();
    const step = (time: number): void => {
      const share = Math.max(0, (time - start) / WAY_MS);
      setWay({ tile, from: share < 1 ? from : null, share: Math.min(1, share) });
      if (share < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [tile, from]);
  return now;
}
