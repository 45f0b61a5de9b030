/** Do the sources agree? In one sentence, with the way to the first difference. */
import { Check, Clock, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { listed } from '../base/numbers.ts';
import css from './evidence-panel.module.css';
import { placeOfAccess } from './requests.ts';
import type { VariantView } from './variant-view.ts';
import { VERDICT_TONES } from './verdict-tones.ts';

interface VerdictBannerProps {
  readonly views: readonly VariantView[];
  readonly onJump: (warp: number, side: 'store' | 'load', request: number) => void;
  /** Asks again for what a worker that died was to answer. */
  readonly onRestart: () => void;
}

const ICONS = { agree: Check, differ: X, waiting: Clock };

export function VerdictBanner({ views, onJump, onRestart }: VerdictBannerProps) {
  const { kind, title, text, jump, canRestart } = verdictOf(views);
  const banner = useRef<HTMLDivElement>(null);
  const Icon = ICONS[kind];
  return (
    <div
      ref={banner}
      className={`tinted banner ${css.verdict}`}
      data-tone={VERDICT_TONES[kind]}
      role="status"
      tabIndex={-1}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <strong>{title}</strong>
      <p>
        {text}{' '}
        {jump && (
          <button type="button" onClick={() => onJump(jump.warp, jump.side, jump.request)}>
            Show it
          </button>
        )}
        {canRestart && <Restart banner={banner} onRestart={onRestart} />}
      </p>
    </div>
  );
}

interface RestartProps extends Pick<VerdictBannerProps, 'onRestart'> {
  readonly banner: RefObject<HTMLDivElement | null>;
}

function Restart({ banner, onRestart }: RestartProps) {
  const restart = () => {
    // The button goes with its sentence: what comes instead takes the focus.
    banner.current?.focus();
    onRestart();
  };
  return (
    <button type="button" className="button" data-restart onClick={restart}>
      Restart
    </button>
  );
}

interface BannerVerdict {
  readonly kind: 'agree' | 'differ' | 'waiting';
  readonly title: string;
  readonly text: string;
  readonly jump: { readonly warp: number; readonly side: 'store' | 'load'; readonly request: number } | null;
  readonly canRestart?: boolean;
}

/** Exported for tests: the page's claim must follow from the records alone. */
export function verdictOf(all: readonly VariantView[]): BannerVerdict {
  const views = all.filter(view => view.refusal === null);
  if (views.length === 0) return { kind: 'waiting', title: 'Nothing to compare', text: refusalsOf(all), jump: null };
  const large = views.find(view => view.tooLarge !== null);
  if (large) return { kind: 'waiting', title: 'Too large to draw', text: large.tooLarge ?? '', jump: null };
  const lost = views.map(wordsOfLoss).find(words => words !== null);
  if (lost) return stopped(lost);
  const failed = views.find(view => view.emulated.state === 'failed');
  if (failed?.emulated.state === 'failed')
    return {
      kind: 'waiting',
      title: `Prediction only in ${failed.badge}`,
      text: `The emulation stopped at ${failed.emulated.stage}: ${failed.emulated.message}`,
      jump: null,
    };
  if (views.some(view => view.emulated.state !== 'done'))
    return {
      kind: 'waiting',
      title: 'Emulating',
      text: 'The compiled PTX is being executed, lane by lane.',
      jump: null,
    };
  const differing = views.map(differenceIn).find(verdict => verdict !== null);
  if (differing) return differing;
  const faulty = views.filter(view => view.emulated.state === 'done' && view.emulated.faults.length > 0);
  const names = listed(views.map(view => view.badge));
  const remark = faulty.length > 0 ? ` ${listed(faulty.map(view => view.badge))} still faults: see below.` : '';
  return {
    kind: 'agree',
    title: 'Model and emulation agree',
    text: `Every lane of every access has the predicted address, in ${names}.${remark}`,
    jump: null,
  };
}

/** Variants of one kind refuse with one sentence. */
const refusalsOf = (views: readonly VariantView[]): string => [...new Set(views.map(view => view.refusal))].join(' ');

/** Words about a worker that died, for the trace or for the output by which it is checked; null if none died. */
function wordsOfLoss({ emulated, output }: VariantView): string | null {
  if (emulated.state === 'failed' && emulated.stage === 'worker') return emulated.message;
  return output.state === 'failed' && output.isLost ? output.message : null;
}

const stopped = (words: string): BannerVerdict => ({
  kind: 'waiting',
  title: 'The emulator stopped',
  text: `${words}. The prediction is still valid; the emulator starts again with the next change, or now:`,
  jump: null,
  canRestart: true,
});

/** Null where the variant's accesses are those predicted, or have not come. */
function differenceIn({ badge, emulated, predicted, mustFail }: VariantView): BannerVerdict | null {
  if (emulated.state !== 'done' || emulated.comparison.verdict.kind !== 'differ') return null;
  const { at, warp, access } = emulated.comparison.verdict;
  const [where, what] = at.split(': ');
  const isFound = access?.space === 'shared' && warp !== undefined;
  return {
    kind: 'differ',
    title: `${badge} differs at ${where}`,
    text: `It is ${what}.${mustFail ? ' This variant is wrong on purpose: the model says what its author meant.' : ''}`,
    jump: isFound ? placeOfAccess(predicted.trace, { warp, ...access }) : null,
  };
}
