/** The finder's answer beside the tile's numbers: the best pattern for the accesses that matter, without a way down the page. */
import { count } from '../../base/numbers.ts';
import { accessName } from '../kit/tile/access-list.ts';
import css from './best-found.module.css';
import { candidateName, drawnBy, isDrawn } from './finder-rows.ts';
import { FINDER_ID } from './finder-section.tsx';
import type { Finder } from './use-finder.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

export function BestFound({ finder, state, update }: SwizzleHandle & { readonly finder: Finder }) {
  const { found, isSearching, isCalledOff } = finder;
  const best = found?.candidates[0];
  if (!best || isCalledOff) return null;
  const name = candidateName(best, state);
  const text = best.tma !== null && best.swizzle.bits > 0 ? `${best.tma} = ${name}` : name;
  return (
    <p className={css.best} data-stale={isSearching || undefined}>
      Best for {accessesText(found.wanted)}:{' '}
      {isDrawn(best, state) ? (
        <strong>{text}, as drawn.</strong>
      ) : (
        <button type="button" className="act" title="Draw it" onClick={() => update(drawnBy(best, state))}>
          {text}
        </button>
      )}{' '}
      <button type="button" className="act" onClick={toFinder}>
        All {count(found.candidates.length)}
      </button>
    </p>
  );
}

/** Number of swizzles that are named. */
const NAMED = 2;

const accessesText = (ids: readonly string[]): string =>
  ids.length > NAMED ? `${ids.length} accesses` : ids.map(accessName).join(' and ');

function toFinder(): void {
  const finder = document.getElementById(FINDER_ID);
  finder?.scrollIntoView();
  finder?.focus({ preventScroll: true });
}
