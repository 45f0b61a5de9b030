/** The transport's logic: the playhead over the wavefronts of an access, and the way from access to access. */
import { useCallback, useEffect, useMemo } from 'react';
import { waysByWavefront } from '../../model/banks/wavefronts.ts';
import { type PlacedRequest, requestsOf } from '../../panels/requests.ts';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import { usePageKeys } from '../../panels/use-page-keys.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { bestSource } from '../../panels/variant-view.ts';
import type { WavefrontTrackRecords } from '../../pictures/records.ts';
import type { ExhibitState } from '../../state/exhibit-link.ts';
import { useView } from '../../state/view-store.ts';

/** One step of playing; reduced motion gets no playing, only stepping. */
const STEP_MS = 180;

export type AccessMove = 'previous' | 'next';

/** A request, with the first of the variants on screen that makes it. */
export interface DrawnPlace extends PlacedRequest {
  readonly view: VariantView;
}

export interface Playback {
  readonly tracks: WavefrontTrackRecords['tracks'];
  /** Longest track. */
  readonly length: number;
  readonly playhead: number;
  readonly playing: boolean;
  /** Place of the access among all of its side, from 0, and how many there are. */
  readonly access: { readonly at: number; readonly of: number };
  /** Every access of the chosen side. */
  readonly places: readonly DrawnPlace[];
  readonly seek: (wavefronts: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly play: (playing: boolean) => void;
  readonly move: (to: AccessMove) => void;
}

interface Rules {
  /** Whether playing goes on with the next access. */
  readonly runsOn: boolean;
  /** Whether keys move to another access. */
  readonly canMove: boolean;
}

export function usePlayback(
  views: readonly VariantView[],
  state: ExhibitState,
  update: (patch: Partial<ExhibitState>) => void,
  { runsOn, canMove }: Rules,
): Playback {
  const playhead = useView(view => view.playhead);
  const playing = useView(view => view.playing);
  const setPlayhead = useView(view => view.setPlayhead);
  const play = useView(view => view.setPlaying);
  const tracks = useMemo(
    () =>
      views.map(view => {
        const { cost } = bestSource(view).view;
        return {
          letter: view.badge,
          wavefronts: cost?.wavefronts ?? 0,
          ways: cost === null ? [] : waysByWavefront(cost),
        };
      }),
    [views],
  );
  const length = Math.max(0, ...tracks.map(track => track.wavefronts));
  const at = Math.min(playhead ?? length, length);
  const places = useMemo(() => placesOf(views, state.side), [views, state.side]);
  const here = places.findIndex(p => p.warp === state.warp && p.request === state.request);

  const move = useCallback(
    (to: AccessMove) => {
      const last = places.length - 1;
      if (last < 0) return;
      const { warp, request } = places[to === 'previous' ? Math.max(0, here - 1) : Math.min(last, here + 1)];
      update({ warp, request, at: null });
      setPlayhead(null);
    },
    [places, here, update, setPlayhead],
  );
  const seek = useCallback((to: number) => setPlayhead(to >= length ? null : Math.max(0, to)), [length, setPlayhead]);
  const step = useCallback((by: 1 | -1) => seek(at + by), [seek, at]);

  const goesOn = runsOn && here >= 0 && here < places.length - 1;
  const start = useCallback(() => {
    if (goesOn) move('next');
    setPlayhead(0);
  }, [goesOn, move, setPlayhead]);
  usePlaying({ playing, at, length, seek, play, start, goesOn });
  useHotkeys({
    ' ': () => play(!playing),
    arrowright: () => step(1),
    arrowleft: () => step(-1),
    '.': () => step(1),
    ',': () => step(-1),
    ...(canMove ? { arrowdown: () => move('next'), arrowup: () => move('previous') } : {}),
    home: () => seek(0),
    end: () => seek(length),
  });
  usePageKeys(by => (by > 0 && at >= length ? seek(1) : step(by)));
  return {
    tracks,
    length,
    playhead: at,
    playing,
    access: { at: here, of: places.length },
    places,
    seek,
    step,
    play,
    move,
  };
}

interface Playing extends Pick<Playback, 'playing' | 'length' | 'seek' | 'play'> {
  readonly at: number;
  /** Goes on after everything has been served: to the next access, or to this one again. */
  readonly start: () => void;
  /** Whether there is a next access to go on with. */
  readonly goesOn: boolean;
}

function usePlaying({ playing, at, length, seek, play, start, goesOn }: Playing): void {
  useEffect(() => {
    if (!playing) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      seek(at >= length ? 1 : at + 1);
      play(false);
      return;
    }
    const timer = setTimeout(() => {
      if (at >= length) start();
      else seek(at + 1);
      if (at + 1 >= length && at < length && !goesOn) play(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, at, length, seek, play, start, goesOn]);
}

/** More than a warp's requests. */
const MOST_REQUESTS = 2 ** 20;

/** The requests of one side that any variant makes, in the order of warps. */
function placesOf(views: readonly VariantView[], side: ExhibitState['side']): DrawnPlace[] {
  const byKey = new Map<number, DrawnPlace>();
  for (const view of views)
    for (const place of requestsOf(bestSource(view).view.trace, side)) {
      const key = place.warp * MOST_REQUESTS + place.request;
      if (!byKey.has(key)) byKey.set(key, { ...place, view });
    }
  return [...byKey].sort(([a], [b]) => a - b).map(([, place]) => place);
}
