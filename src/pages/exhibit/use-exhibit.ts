/** Everything that an exhibit's layouts show, in one value: state, records by variant, playback. */
import { useEffect, useMemo } from 'react';
import { nearestInRange } from '../../contract/param-field.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Exhibit, StageProps } from '../../panels/exhibit.ts';
import { BADGES } from '../../panels/variant-view.ts';
import type { ColourBy } from '../../pictures/records.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useAddress } from '../../services/address.ts';
import { useThemeName } from '../../services/theme.ts';
import type { ExhibitState } from '../../state/exhibit-link.ts';
import type { LinkProblem } from '../../state/link-codec.ts';
import { useView } from '../../state/view-store.ts';
import { type ExhibitStateHandle, useExhibitState } from '../kit/exhibit/use-exhibit-state.ts';
import { type Playback, usePlayback } from './use-playback.ts';
import { useVariantView, type VariantRecords } from './use-variant-view.ts';

export interface ExhibitModel extends ExhibitStateHandle {
  readonly kernel: Kernel;
  readonly exhibit: Exhibit;
  readonly theme: Theme;
  readonly variants: readonly VariantRecords[];
  readonly playback: Playback;
  /** The page asks about the access before it tells: in a lesson, or as a quiz. */
  readonly isAsked: boolean;
  /** Props of the exhibit's pictures; they follow the pointer themselves. */
  readonly stage: Omit<StageProps, 'compact' | 'highlight' | 'onHover'>;
}

export function useExhibit(kernel: Kernel, exhibit: Exhibit): ExhibitModel {
  const handle = useExhibitState(kernel, exhibit);
  const { state, update } = handle;
  const theme = themes[useThemeName()];
  // Four slots, always in this order: a hook each, whatever the page shows.
  const a = useVariantView(kernel, exhibit, state, 0);
  const b = useVariantView(kernel, exhibit, state, 1);
  const c = useVariantView(kernel, exhibit, state, 2);
  const d = useVariantView(kernel, exhibit, state, 3);
  const variants = useMemo(() => [a, b, c, d].filter(v => v !== null), [a, b, c, d]);
  const views = useMemo(() => variants.map(v => v.view), [variants]);
  const { lesson, quiz } = useAddress().search;
  // A question is about one access: its answer plays and stays, and no key leads away from it.
  const isAsked = lesson !== undefined || quiz === '1';
  const playback = usePlayback(views, state, update, {
    runsOn: exhibit.playsOn === true && !isAsked,
    canMove: !isAsked,
  });
  usePlayheadInLink(state.at, update);
  const { params, side, warp, request } = state;
  const stage = {
    views,
    subject: useMemo(() => ({ params, side, warp, request }), [params, side, warp, request]),
    theme,
    arch: state.arch,
    colourBy: state.colourBy as ColourBy,
    playhead: playback.playhead >= playback.length ? Number.POSITIVE_INFINITY : playback.playhead,
    selection: state.pin,
    onSelect: (pin: StageProps['selection']) => update({ pin }),
    ...changesOf(kernel, exhibit, handle, playback),
  };
  const problems = [...handle.problems, ...placeProblems(state, playback)];
  return { ...handle, problems, kernel, exhibit, theme, variants, playback, stage, isAsked };
}

/** Changes of the state that pictures may make when they are dragged. */
function changesOf(
  kernel: Kernel,
  { perVariant }: Exhibit,
  { state, update, setParams }: ExhibitStateHandle,
  { places }: Playback,
): Pick<StageProps, 'canChange' | 'onAccess' | 'onParam' | 'onParams' | 'onVariants'> {
  return {
    onParams: setParams,
    onVariants: variants => update({ variants }),
    canChange: name => !state.lock.includes(name) && !state.lock.includes('all'),
    onAccess: ({ warp, request }) => {
      if (places.some(place => place.warp === warp && place.request === request)) update({ warp, request });
    },
    onParam: (name, value, of) => {
      const control = kernel.fields.find(field => field.name === name)?.control;
      const allowed = control?.kind === 'range' ? nearestInRange(control, value) : value;
      const at = of === undefined ? -1 : BADGES.indexOf(of);
      if (name === perVariant && typeof state.own[at] === 'number')
        update({ own: state.own.with(at, Number(allowed)) });
      else if (allowed !== state.params[name]) setParams({ [name]: allowed });
    },
  };
}

/** A link may name an access that this CTA does not make. */
function placeProblems({ warp, request, side }: ExhibitState, { access, places }: Playback): LinkProblem[] {
  if (access.of === 0 || access.at >= 0) return [];
  const hasWarp = places.some(place => place.warp === warp);
  const message = hasWarp
    ? `${request} is no ${side} of shared memory that warp ${warp} makes in this CTA`
    : `${warp} makes no ${side} of shared memory in this CTA`;
  return [{ field: hasWarp ? 'request' : 'warp', message }];
}

/** The playhead moves too often for the address bar: the link follows when it rests. */
const REST_MS = 300;

function usePlayheadInLink(at: number | null, update: ExhibitStateHandle['update']): void {
  const playhead = useView(view => view.playhead);
  const setPlayhead = useView(view => view.setPlayhead);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link's playhead counts once, when the page opens
  useEffect(() => setPlayhead(at), []);
  useEffect(() => {
    if (playhead === at) return;
    const timer = setTimeout(() => update({ at: playhead }), REST_MS);
    return () => clearTimeout(timer);
  }, [playhead, at, update]);
}
