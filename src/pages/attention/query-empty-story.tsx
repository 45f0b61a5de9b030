/** Explains why the consumers arrive on QueryEmpty before anything has been read: the four ways, each simulated. */
import { useMemo } from 'react';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { PLAYED, type QueryEmptyCase, queryEmptyCases } from '../../model/pipeline/presets/query-empty.ts';
import { FoldedPart } from '../../panels/folded-part.tsx';
import { clkText } from '../../panels/pipeline/pipeline-quantities.ts';
import { presetOf } from '../links/pipeline-variant.ts';
import { fieldValue, isFp8Variant, withValues } from './attention-variants.ts';
import css from './query-empty-story.module.css';
import type { AttentionHandle } from './use-attention.ts';

export function QueryEmptyStory({ state, update }: AttentionHandle) {
  const { variant } = state;
  const cases = useMemo(() => {
    const { changes, preset } = variant;
    return presetScenario(presetOf(preset), changes).ok ? queryEmptyCases(isFp8Variant(variant), changes) : [];
  }, [variant]);
  return (
    <FoldedPart title="Why do the consumers arrive on QueryEmpty at the start, when Q is empty to begin with?">
      <p className={`prose reading ${css.lede}`}>
        Because the producer waits there before each tile, even the first. Exactly one of two things must happen: the
        consumers arrive first, or the producer skips its first wait. Simulated with {PLAYED.tiles} tiles of{' '}
        {PLAYED.blocks} blocks:
      </p>
      <ul className={`stack ${css.cases}`}>
        {cases.map(each => (
          <Case key={titleOf(each)} each={each} state={state} update={update} />
        ))}
      </ul>
    </FoldedPart>
  );
}

type CaseProps = AttentionHandle & { readonly each: QueryEmptyCase };

function Case({ each, state: { variant }, update }: CaseProps) {
  const { firstArrive, skipFirstSync, verdict } = each;
  const isChosen =
    fieldValue(variant, 'firstArrive') === firstArrive && fieldValue(variant, 'skipFirstSync') === skipFirstSync;
  const play = (): void =>
    update({ variant: withValues(variant, { firstArrive, skipFirstSync }), versus: 'nothing', window: null, at: null });
  return (
    <li>
      <button
        type="button"
        className={`card list ${css.case}`}
        data-verdict={verdict}
        aria-pressed={isChosen}
        onClick={play}
      >
        <span>{titleOf(each)}</span>
        <strong>{VERDICTS[verdict]}</strong>
        <span className="dim">{wordsOf(each)}</span>
      </button>
    </li>
  );
}

const VERDICTS: Readonly<Record<QueryEmptyCase['verdict'], string>> = {
  published: 'As published',
  deadlock: 'Deadlock',
  overrun: 'Q is overwritten',
  alike: 'The other way to do it',
  other: 'The other way to do it',
};

const titleOf = ({ firstArrive, skipFirstSync }: QueryEmptyCase): string =>
  `Consumers ${firstArrive ? 'arrive' : 'do not arrive'} first; the producer ${skipFirstSync ? 'skips its first wait' : 'waits each time'}`;

/** Words about the run: its end, its fault, or its cost. */
function wordsOf({ run, verdict }: QueryEmptyCase): string {
  if (run.deadlock !== null) return `At cycle ${clkText(run.deadlock.at)}: ${run.deadlock.message}.`;
  const [fault] = run.faults;
  if (fault !== undefined) return `At cycle ${clkText(fault.at)}: ${fault.message}.`;
  const time = `${clkText(run.totalClk)} cycles, no fault`;
  return verdict === 'alike' ? `${time}: the same time.` : `${time}.`;
}
