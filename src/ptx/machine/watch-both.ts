/** Two watches as one. */
import { namedValues } from '../../base/named-values.ts';
import type { Watch } from './watch.ts';

/** Hears only of what it has a method for. */
export type Listener = Partial<Watch>;

type Tell = (...about: readonly unknown[]) => void;

/** Checked to be all of them. */
const NAMES = Object.keys({
  ...{ accessed: 0, accessedFromElsewhere: 0, copied: 0, bulkIssued: 0, bulkCopied: 0, proxyFenced: 0, fenced: 0 },
  ...{ multiplied: 0, productsWaited: 0, tensorUsed: 0, arrived: 0, completed: 0, warpSynchronised: 0 },
  ...{ lanesExchanged: 0, mbarriersFenced: 0, mbarrierArrived: 0, mbarrierCompleted: 0, mbarrierWaited: 0 },
  ...{ clusterArrived: 0, clusterCompleted: 0, clusterWaited: 0, launchWaited: 0, finished: 0 },
  ...{ mbarrierInitialised: 0, mbarrierCounted: 0, copiesWillArrive: 0, mbarrierPassed: 0, mbarrierHeld: 0 },
  ...{ tensorWork: 0, groupClosed: 0, groupsAwaited: 0, barrierReached: 0 },
} satisfies Record<keyof Watch, 0>) as (keyof Watch)[];

/** Tells the listener first. */
export function watchBoth(listener: Listener, watch: Watch | null): Watch {
  return namedValues(NAMES, (name): Tell => {
    const [first, second] = [boundTo(listener, name), watch && boundTo(watch, name)];
    if (first === null || !second) return first ?? second ?? (() => {});
    return (...about) => {
      first(...about);
      second(...about);
    };
  });
}

const boundTo = (watch: Listener, name: keyof Watch): Tell | null => {
  const tell = watch[name] as Tell | undefined;
  return tell ? tell.bind(watch) : null;
};
