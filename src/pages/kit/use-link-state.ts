/** The state of a page, which is its link. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { pageAddress, useAddress } from '../../services/address.ts';
import type { FlatSearch, LinkCodec, LinkProblem } from '../../state/link-codec.ts';

/** Fields to change, or a function that gives the new state. */
export type LinkChange<S> = Partial<S> | ((before: S) => S);

export interface LinkHandle<S> {
  readonly state: S;
  /**
   * Changes the latest state, so that several changes in one event are all kept. `asStep`: the back button returns to
   * the state before.
   */
  readonly update: (change: LinkChange<S>, asStep?: boolean) => void;
}

export interface LinkState<S> extends LinkHandle<S> {
  /** What the link asked for and could not get. */
  readonly problems: readonly LinkProblem[];
}

export function useLinkState<S extends object>(codec: LinkCodec<S>): LinkState<S> {
  const { path, search } = useAddress();
  const { state, problems } = decodedBy(codec, search);
  const update = useCallback(
    (change: LinkChange<S>, asStep = false) => {
      const next = typeof change === 'function' ? change : (before: S) => ({ ...before, ...change });
      pageAddress().update(path, codec, next, asStep);
    },
    [codec, path],
  );
  return useMemo(() => ({ state, problems, update }), [state, problems, update]);
}

type Decoded<S> = ReturnType<LinkCodec<S>['decode']>;

/** The last reading by each codec. */
const readings = new WeakMap<object, { readonly search: FlatSearch; readonly decoded: unknown }>();

/** A part that a new link leaves unchanged stays the same object, so that results made from it are kept. */
function decodedBy<S>(codec: LinkCodec<S>, search: FlatSearch): Decoded<S> {
  const last = readings.get(codec);
  // The map holds by each codec what that codec decoded.
  if (last?.search === search) return last.decoded as Decoded<S>;
  const decoded = replaceEqualDeep(last?.decoded, codec.decode(search));
  readings.set(codec, { search, decoded });
  return decoded;
}
