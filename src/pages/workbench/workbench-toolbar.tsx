/** Above the source: which version is in sight, and what runs it. */

import { useQuery } from '@tanstack/react-query';
import { Copy, Play, Square, X } from 'lucide-react';
import { fetchMachine } from '../../app/server-api.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import controls from '../../panels/controls.module.css';
import { count } from '../../panels/numbers.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import { otherLetter, useWorkbench } from '../../state/workbench-store.ts';
import { whyNoCompiler } from './compile-cuda.ts';
import { cancelRun, duplicateVersion, startRun } from './runs.ts';
import type { VersionModel } from './use-versions.ts';
import css from './workbench-toolbar.module.css';

interface ToolbarProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
}

export function VersionSwitch({ versions, shown }: ToolbarProps) {
  const { look, close, select } = useWorkbench.getState();
  if (versions.length === 1)
    return (
      <button type="button" className={controls.button} onClick={duplicateVersion}>
        <Copy size={14} strokeWidth={1.75} aria-hidden /> Duplicate as {otherLetter(shown.letter)}
      </button>
    );
  return (
    <fieldset className={css.versions}>
      <legend className="visually-hidden">Version in sight</legend>
      {versions.map(({ letter, document }) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === shown.letter}
          aria-label={`Version ${letter}, ${document.title}`}
          onClick={() => {
            look({ shown: letter });
            select(null);
          }}
        >
          <VariantBadge letter={letter} />
        </button>
      ))}
      <button
        type="button"
        className={css.close}
        aria-label={`Close version ${shown.letter}`}
        onClick={() => close(shown.letter)}
      >
        <X size={14} strokeWidth={1.75} />
      </button>
    </fieldset>
  );
}

export function RunControls({ versions, shown }: ToolbarProps) {
  const busy = versions.filter(version => version.record.running !== null);
  const start = () => versions.forEach(({ letter }) => void startRun(letter));
  return (
    <div className={css.run}>
      {shown.document.source.language === 'cuda' && <ArchChoice version={shown} />}
      <SecondsField />
      {busy.length > 0 ? (
        <button type="button" className={controls.button} onClick={() => busy.forEach(cancelRun)}>
          <Square size={14} strokeWidth={1.75} aria-hidden /> Cancel
        </button>
      ) : (
        <>
          <button
            type="button"
            className={`${controls.button} ${controls.primary}`}
            title="Ctrl Enter in the editor"
            onClick={() => void startRun(shown.letter)}
          >
            <Play size={14} strokeWidth={1.75} aria-hidden /> Run{versions.length > 1 ? ` ${shown.letter}` : ''}
          </button>
          {versions.length > 1 && (
            <button type="button" className={controls.button} onClick={start}>
              Run both
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Seconds that a run may take. */
const BUDGETS = [10, 30, 120, 600] as const;

function SecondsField() {
  const { maxSeconds, look } = useWorkbench();
  return (
    <div className={css.seconds} title="A run that takes longer is given up">
      <ChoiceList
        label="at most"
        value={maxSeconds}
        values={BUDGETS}
        labels={BUDGETS.map(seconds => `${seconds} s`)}
        onChange={seconds => look({ maxSeconds: seconds })}
      />
    </div>
  );
}

const DEFAULT_ARCHS = ['sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120'];

function ArchChoice({ version: { letter, document } }: { version: VersionModel }) {
  const machine = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  const archs = machine.data?.archs.length ? machine.data.archs : DEFAULT_ARCHS;
  const edit = useWorkbench(state => state.edit);
  return (
    <div className={css.seconds}>
      <ChoiceList
        label="for"
        value={document.arch}
        values={[...new Set([...archs, document.arch])]}
        onChange={arch => edit(letter, { arch })}
      />
    </div>
  );
}

/** A thin bar and its words while something runs. */
export function RunProgress({ versions }: { versions: readonly VersionModel[] }) {
  const busy = versions.flatMap(({ letter, record }) => (record.running ? [{ letter, ...record.running }] : []));
  return (
    <div className={css.progress}>
      {busy.map(({ letter, stage, progress }) => (
        <p key={letter}>
          <progress
            aria-label={`Run of ${letter}`}
            max={progress?.ctasTotal ?? 1}
            {...(progress ? { value: progress.ctasDone } : {})}
          />
          {stage === 'compile' ? 'compiling …' : progressWords(progress)}
        </p>
      ))}
    </div>
  );
}

type Progress = NonNullable<VersionModel['record']['running']>['progress'];

const progressWords = (progress: Progress): string =>
  progress === null
    ? 'starting …'
    : `${count(progress.ctasDone)} of ${count(progress.ctasTotal)} CTAs, ${count(progress.warpInstructions)} warp instructions`;

/** For CUDA where nothing can compile it: said before anybody tries. */
export function CompilerNotice({ version }: { version: VersionModel }) {
  const isCuda = version.document.source.language === 'cuda';
  const machine = useQuery({ queryKey: ['machine'], queryFn: fetchMachine, enabled: isCuda });
  const reason = isCuda && machine.isSuccess ? whyNoCompiler(machine.data) : null;
  if (reason === null) return null;
  return <p className={css.notice}>{reason}</p>;
}
