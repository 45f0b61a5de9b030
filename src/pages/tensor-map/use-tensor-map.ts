/** State from the link, and everything that follows from it. */
import { useMemo } from 'react';
import type { CopyBreach } from '../../model/tma/box-copy.ts';
import { type CopyOfState, copyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import { type TensorMapState, tensorMapLink } from '../links/tensor-map.ts';

export type TensorMapHandle = LinkHandle<TensorMapState>;

export interface FieldsProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  /** Puts what would do in the place of what is wrong. */
  readonly onRemedy: (breach: CopyBreach) => void;
}

export const useTensorMapState = (): LinkState<TensorMapState> => useLinkState(tensorMapLink);

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
