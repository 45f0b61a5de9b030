/** One finding: how bad, where, what, and what usually helps. Its places lead to their lines. */
import { OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { count } from '../../../base/numbers.ts';
import { withPlainNames } from '../../../ptx/outline/plain-names.ts';
import type { Fault, FaultPlace, Who } from '../../../trace/fault.ts';
import type { Finding } from '../../../trace/finding.ts';
import { KIND_NAMES, placeWords, whoWords } from './finding-words.ts';
import css from './findings.module.css';

const ICONS = { fault: X, hazard: OctagonAlert, cost: TriangleAlert } as const;

interface FindingItemProps extends PartiesProps {
  /** It lies on the line under study. */
  readonly chosen: boolean;
  /** 'not in A', or ''. */
  readonly remark: string;
  /** A value for a guess with which a run no longer finds this. */
  readonly fitting: FittingValue | null;
}

export interface FittingValue {
  /** 'Set length to 1,024'. */
  readonly label: string;
  readonly onSet: () => void;
}

interface PartiesProps {
  readonly finding: Finding;
  /** Warps that wait for each other, of a deadlock. */
  readonly waiters: readonly DeadlockWaiter[];
  readonly onPlace: (place: FaultPlace) => void;
}

export type DeadlockWaiter = Extract<Fault, { kind: 'deadlock' }>['waiters'][number];

export function FindingItem({ finding, waiters, chosen, remark, fitting, onPlace }: FindingItemProps) {
  const { kind, rank, place, message, fix, tried, guess, regions, seen } = finding;
  const Icon = ICONS[rank];
  return (
    <li className={`stack ${css.finding}`} data-rank={rank} data-chosen={chosen || undefined}>
      <Icon size={16} strokeWidth={1.75} role="img" aria-label={rank} />
      <div className="list">
        <p className={`row wrap ${css.head}`}>
          <PlaceButton place={place} onPlace={onPlace} />
          <strong>{KIND_NAMES[kind]}</strong>
          {finding.count > 1 && <span className="remark">× {count(finding.count)}</span>}
          {remark && <span className={`remark ${css.remark}`}>{remark}</span>}
        </p>
        <CallChain place={place} onPlace={onPlace} />
        <Guess words={guess ?? ''} fitting={fitting} />
        <p>{withPlainNames(message)}</p>
        {regions && <p>{regions}</p>}
        {seen && <p>{seen}</p>}
        {fix && <p className="dim">{fix}</p>}
        {tried && <p className="dim">{tried}</p>}
        <Parties finding={finding} waiters={waiters} onPlace={onPlace} />
      </div>
    </li>
  );
}

function Guess({ words, fitting }: Pick<FindingItemProps, 'fitting'> & { readonly words: string }) {
  if (words === '') return null;
  return (
    <p className="row wrap">
      {words}
      {fitting && (
        <button type="button" className="button" title="With it a run no longer finds this" onClick={fitting.onSet}>
          {fitting.label}
        </button>
      )}
    </p>
  );
}

function Parties({ finding: { place, who, other }, waiters, onPlace }: PartiesProps) {
  if (other && who)
    return (
      <ul className="list dim">
        <Party words="came first" {...other} onPlace={onPlace} />
        <Party words="came second" place={place} who={who} onPlace={onPlace} />
      </ul>
    );
  if (waiters.length === 0) return null;
  return (
    <ul className="list dim">
      {waiters.map(({ who: waiter, waitsFor, ...at }) => (
        <Party key={whoWords(waiter)} words={`waits for ${waitsFor}`} who={waiter} {...at} onPlace={onPlace} />
      ))}
    </ul>
  );
}

interface PlaceProps {
  readonly place: FaultPlace;
  readonly onPlace: (place: FaultPlace) => void;
}

const PlaceButton = ({ place, onPlace }: PlaceProps) => (
  <button
    type="button"
    className={`act ${css.place}`}
    title={withPlainNames(place.instruction)}
    onClick={() => onPlace(place)}
  >
    {placeWords(place)}
  </button>
);

const Party = ({ words, who, ...at }: PlaceProps & { readonly words: string; readonly who: Who }) => (
  <li>
    <PlaceButton {...at} /> {whoWords(who)}, {words}
    <CallChain {...at} />
  </li>
);

/** Calls by which the functions that hold the line were inlined; each links to its line. */
const CallChain = ({ place: { calls = [] }, onPlace }: PlaceProps) =>
  calls.length === 0 ? null : (
    <p className="dim">
      {calls.map(({ callee, ...call }) => (
        <span key={`${callee} ${call.file} ${call.line}`}>
          in <code>{callee}</code>, called from{' '}
          <PlaceButton place={{ ...call, ptxLine: 0, instruction: '' }} onPlace={onPlace} />{' '}
        </span>
      ))}
    </p>
  );
