/** The walk's playhead: how many chunks have been copied, played, stepped and scrubbed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import { usePageKeys } from '../../panels/use-page-keys.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import type { TensorMapHandle } from './use-tensor-map.ts';

const STEP_MS = 220;
/** Most steps of playing; with more chunks, whole rows are a step. */
const MOST_STEPS = 128;
/** The link follows the playhead when it rests. */
const REST_MS = 250;

export interface WalkHandle {
  /** Chunks that have been copied; all of them before the walk begins. */
  readonly arrived: number;
  /** The last step forward, as numbers of chunks: those are on their way. */
  readonly moving: { readonly from: number; readonly to: number } | null;
  readonly playing: boolean;
  readonly play: (playing: boolean) => void;
  readonly seek: (chunks: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly moveRow: (to: 'previous' | 'next') => void;
}

export const strideOf = ({ bytes }: Pick<CopyOfState, 'bytes'>): number => {
  const { chunks, chunksPerRow, shape } = bytes;
  return chunks <= MOST_STEPS ? 1 : chunksPerRow * Math.ceil(shape.rows / MOST_STEPS);
};

interface Live {
  readonly at: number;
  readonly moving: WalkHandle['moving'];
}

export function useWalk(handle: TensorMapHandle, shown: CopyOfState): WalkHandle {
  const { chunks, chunksPerRow } = shown.bytes;
  const { arrived, moving, seek, advance } = usePlayhead(handle, chunks);
  const [playing, play] = useState(false);
  if (playing && moving?.to === chunks) play(false);
  usePlaying(playing, play, advance, strideOf(shown));
  const step = (by: 1 | -1): void => (by > 0 ? advance(1) : seek(arrived - 1));
  const moveRow = (to: 'previous' | 'next'): void =>
    to === 'next'
      ? advance(chunksPerRow - (arrived >= chunks ? 0 : arrived % chunksPerRow))
      : seek((Math.ceil(arrived / chunksPerRow) - 1) * chunksPerRow);
  useWalkKeys({ play: () => play(!playing), step, moveRow, seek, chunks });
  usePageKeys(step);
  return { arrived, moving, playing, play, seek, step, moveRow };
}

/** Place of the walk. While it moves, it is kept here; at rest, it is in the link. After its end it begins anew. */
function usePlayhead({ state, update }: TensorMapHandle, chunks: number) {
  const [live, setLive] = useState<Live | null>(null);
  const arrived = Math.min(live?.at ?? state.at ?? chunks, chunks);
  useRest(live, () => {
    setLive(null);
    update({ at: arrived === chunks ? null : arrived });
  });
  const seek = useCallback((to: number) => setLive({ at: Math.max(0, Math.min(chunks, to)), moving: null }), [chunks]);
  const advance = useCallback(
    (by: number) => {
      const from = arrived >= chunks ? 0 : arrived;
      const to = Math.min(chunks, from + by);
      setLive({ at: to, moving: { from, to } });
    },
    [arrived, chunks],
  );
  return { arrived, moving: live?.moving ?? null, seek, advance };
}

/** Acts once nothing has changed for a while. */
function useRest(live: Live | null, act: () => void): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    if (live === null) return;
    const timer = setTimeout(() => current.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [live]);
}

/** A user who wants no motion gets one step. */
function usePlaying(
  playing: boolean,
  play: (playing: boolean) => void,
  advance: (by: number) => void,
  stride: number,
): void {
  useEffect(() => {
    if (!playing) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      advance(stride);
      play(false);
      return;
    }
    const timer = setTimeout(() => advance(stride), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, play, advance, stride]);
}

interface WalkKeys extends Pick<WalkHandle, 'step' | 'moveRow' | 'seek'> {
  readonly play: () => void;
  readonly chunks: number;
}

const useWalkKeys = ({ play, step, moveRow, seek, chunks }: WalkKeys): void =>
  useHotkeys({
    ' ': play,
    arrowright: () => step(1),
    arrowleft: () => step(-1),
    '.': () => step(1),
    ',': () => step(-1),
    arrowdown: () => moveRow('next'),
    arrowup: () => moveRow('previous'),
    home: () => seek(0),
    end: () => seek(chunks),
  });
