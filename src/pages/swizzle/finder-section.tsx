/** Find me a swizzle: for the tile above and the accesses that matter, which are chosen here or in the table of accesses. */
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { bytes, count } from '../../base/numbers.ts';
import { RANKING } from '../../model/swizzle/candidate-ranking.ts';
import { optionsOf, Select } from '../../panels/kit/choice-fields.tsx';
import { MoreRows } from '../../panels/kit/more-rows.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { accessIds, accessName } from '../kit/tile/access-list.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { Found } from './finder-rows.ts';
import css from './finder-section.module.css';
import { Candidates } from './finder-table.tsx';
import type { Finder } from './use-finder.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

interface FinderSectionProps extends SwizzleHandle {
  readonly finder: Finder;
  readonly theme: Theme;
}

export const FINDER_ID = 'finder';

const SHOWN = 10;

export function FinderSection({ finder, theme, ...handle }: FinderSectionProps) {
  const [shown, setShown] = useState(SHOWN);
  const { found, isSearching, isCalledOff } = finder;
  const rows = found?.candidates ?? [];
  return (
    <section id={FINDER_ID} tabIndex={-1} className={css.finder} aria-label="Find me a swizzle" aria-busy={isSearching}>
      <Head state={handle.state} />
      <WantedList {...handle} />
      <Progress finder={finder} />
      {found !== null && rows.length > 0 && (
        <div data-stale={isSearching || isCalledOff || undefined}>
          <Candidates {...handle} rows={rows} most={shown} wanted={found.wanted} theme={theme} />
        </div>
      )}
      <MoreRows shown={shown} of={rows.length} step={4 * SHOWN} onShow={setShown} />
    </section>
  );
}

const Head = ({ state }: Pick<SwizzleHandle, 'state'>) => (
  <div className="head">
    <h2>Find me a swizzle</h2>
    <p className="dim">{tileWords(state)}</p>
    <SourceBadge source="predicted" />
  </div>
);

const tileWords = ({ rows, columns, elementBytes, base }: SwizzleState): string =>
  `for ${rows} × ${columns} elements of ${bytes(elementBytes)} at base ${count(base)}, and these accesses, all at once:`;

const WantedList = ({ state, update }: SwizzleHandle) => (
  <div className={`row wrap ${css.wanted}`}>
    {state.wanted.map(id => (
      <button
        key={id}
        type="button"
        className="button"
        data-here
        aria-label={`No more: ${accessName(id)}`}
        onClick={() => update({ wanted: state.wanted.filter(each => each !== id) })}
      >
        {accessName(id)} <X size={13} strokeWidth={2} aria-hidden />
      </button>
    ))}
    <AddAccess state={state} update={update} />
  </div>
);

const AddAccess = ({ state: { wanted, elementBytes }, update }: SwizzleHandle) => (
  <Select
    aria-label="Another access that matters"
    value=""
    options={[
      { value: '', label: 'Add an access…' },
      ...optionsOf(
        accessIds(elementBytes).filter(id => !wanted.includes(id)),
        accessName,
      ),
    ]}
    onChange={id => update({ wanted: [...wanted, id] })}
  />
);

function Progress({ finder }: { readonly finder: Finder }) {
  const { found, isSearching, isCalledOff, callOff, search } = finder;
  if (isSearching) return <Said text="Searching all swizzles and paddings…" action="Cancel" onAction={callOff} />;
  if (isCalledOff) return <Said text="Not searched." action="Search" onAction={search} />;
  return (
    <>
      <Said text={found === null ? '' : findingWords(found)} />
      {found !== null && found.candidates.length > 0 && <Ranking />}
    </>
  );
}

const Ranking = () => (
  <details className="prose">
    <summary>How they are ranked</summary>
    <p>Each access is counted at its worst start in the tile. Best first: {RANKING}.</p>
  </details>
);

interface SaidProps {
  readonly text: string;
  readonly action?: string;
  readonly onAction?: () => void;
}

const Said = ({ text, action, onAction }: SaidProps): ReactNode => (
  <p className={`row muted ${css.said}`} role="status">
    {text}{' '}
    {action !== undefined && (
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    )}
  </p>
);

function findingWords({ wanted, candidates }: Found): string {
  if (wanted.length === 0) return 'No access is chosen yet: add one.';
  if (candidates.length === 0) return 'No pattern keeps the bytes of every lane in one piece in all of these accesses.';
  return `${count(candidates.length)} swizzles and paddings do. Click one to draw it.`;
}
