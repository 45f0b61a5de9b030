/** Sentences for the command and the page that say what trying advice showed. */
import type { Fault } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Trial, TriedAdvice } from './trials.ts';

/** Fix for races of a CTA if no barrier between the two accesses helps. */
const NO_BARRIER =
  'Make both accesses atomic, let the threads use different bytes, put a lock or a flag with fences around them, or let all read before a barrier and write behind it.';

/** Fix for races of two CTAs if fences around flags do not help. */
const NO_FENCE =
  'No fence mends it, since nothing leads from the one access to the other. Put __syncthreads() between the accesses of all threads and the flag or counter that one thread writes for them; hold one lock around both accesses; put grid.sync() of a cooperative launch between them; or make both atomic.';

/** Adds to each finding what trying its advice showed; advice that did not pass is not given. */
export function withTried(findings: readonly Finding[], advice: readonly TriedAdvice[]): Finding[] {
  const tried = new Map(advice.map(one => [keyOf(one.finding), one]));
  return findings.map(finding => {
    const one = tried.get(keyOf(finding));
    if (one === undefined) return finding;
    const isVain = (of: (trial: Trial) => boolean) => one.trials.length > 0 && !one.isCut && one.trials.every(of);
    const fix = isVain(isVainBarrier) ? NO_BARRIER : isVain(isVainFence) ? NO_FENCE : finding.fix;
    return { ...finding, tried: adviceWords(one), fix };
  });
}

const isVainFence = ({ remedy: { name, at }, outcome }: Trial): boolean =>
  outcome.kind !== 'helps' && name === '__threadfence()' && at !== 'beforeSecond';

const isVainBarrier = ({ remedy, outcome }: Trial): boolean =>
  outcome.kind !== 'helps' && (remedy.at === 'between' || remedy.name === '__threadfence_block()');

const keyOf = ({ kind, message }: Pick<Finding, 'kind' | 'message'>): string => `${kind} ${message}`;

export function adviceWords({ trials, isCut }: TriedAdvice): string {
  const last = trials.at(-1);
  if (last?.outcome.kind === 'helps') {
    const { name } = last.remedy;
    const hidden = last.outcome.hidden.map(raceWords).join(', ');
    const behind = hidden === '' ? '' : ` What it hid is named then: ${hidden}.`;
    const { others } = last.outcome;
    const gone = others === 0 ? 'it go' : `it and ${others} other finding${others === 1 ? '' : 's'} go`;
    return `Tried in the PTX: adding ${name} ${last.place.words}${last.place.isApart ? ',' : ''} makes ${gone}.${behind}`;
  }
  const notAll = isCut ? ' The launch is too long to try more.' : '';
  if (trials.length === 0) return 'Not tried: the launch is too long.';
  const names = [...new Set(trials.map(({ remedy }) => remedy.name))];
  const each = names.map(name =>
    vainWords(
      name,
      trials.filter(({ remedy }) => remedy.name === name),
    ),
  );
  return `Tried in the PTX, in vain: ${each.join('; ')}.${notAll}`;
}

/** "__syncthreads() at 6 places: at 4 the finding stays, at 2 a deadlock comes instead". */
function vainWords(name: string, trials: readonly Trial[]): string {
  const outcomes = trials.map(({ outcome }) =>
    outcome.kind === 'instead'
      ? `${INSTEAD[outcome.fault.kind] ?? 'another fault'} comes instead`
      : 'the finding stays',
  );
  if (trials.length === 1) return `${name} ${trials[0].place.words}: ${outcomes[0]}`;
  const kinds = [...new Set(outcomes)];
  const counts = kinds.map(kind => `at ${outcomes.filter(one => one === kind).length} ${kind}`);
  return `${name} at ${trials.length} places: ${kinds.length === 1 ? kinds[0] : counts.join(', ')}`;
}

const INSTEAD: Readonly<Partial<Record<Fault['kind'], string>>> = {
  barrier: 'a barrier that not all threads reach',
  deadlock: 'a deadlock',
  memberMask: 'a mask that leaves lanes out',
  limit: 'a run without an end',
};

const raceWords = (fault: Fault): string =>
  fault.kind === 'race' ? `a race of ${lineOf(fault.other.place)} with ${lineOf(fault.place)}` : fault.kind;

const lineOf = ({ line, ptxLine }: Fault['place']): string => (line > 0 ? `line ${line}` : `PTX line ${ptxLine}`);
