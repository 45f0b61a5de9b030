/** State from the link, and everything that follows from it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FlatSearch } from '../../state/link-codec.ts';
import { type CopyOfState, copyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { type TensorMapState, tensorMapLink } from '../links/tensor-map.ts';

export interface TensorMapHandle {
  readonly state: TensorMapState;
  /** Replaces the link. */
  readonly update: (patch: Partial<TensorMapState>) => void;
}

export function useTensorMapState(): TensorMapHandle {
  const navigate = useNavigate();
  const state = useSearch({
    strict: false,
    select: search => tensorMapLink.stateOf(search as FlatSearch),
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<TensorMapState>) =>
      void navigate({
        to: '.',
        search: tensorMapLink.encode({ ...state, ...patch }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, state],
  );
  return useMemo(() => ({ state, update }), [state, update]);
}

/** Stays the same object while the copy's own fields do: pictures keep their cells by it. */
export function useCopy(state: TensorMapState): CopyOfState {
  const { type, dims, strides, box, elementStrides, interleave, swizzle, promotion, fill, start, base, direction } =
    state;
  return useMemo(
    () =>
      copyOfState({
        type,
        dims,
        strides,
        box,
        elementStrides,
        interleave,
        swizzle,
        promotion,
        fill,
        start,
        base,
        direction,
      }),
    [type, dims, strides, box, elementStrides, interleave, swizzle, promotion, fill, start, base, direction],
  );
}
