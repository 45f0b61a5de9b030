/** Controls that run the versions: start, limit, and progress. */
import { Play, Square } from 'lucide-react';
import { count } from '../../base/numbers.ts';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { CopyIcon } from '../../panels/kit/copying.tsx';
import { useWorkbench } from '../../state/workbench-store.ts';
import { CodeWords } from './code-words.tsx';
import { compileCommand } from './compile-cuda.ts';
import type { DocumentOpener } from './document-opener.ts';
import { OpenPtxButton } from './open-button.tsx';
import css from './run-controls.module.css';
import { cancelRun, startRun } from './runs.ts';
import { useMissingCompiler } from './use-compiler.ts';
import type { VersionModel } from './use-versions.ts';

interface RunControlsProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
}

/** CUDA that cannot be compiled here has no Run, which would only fail: it has what leads to a run. */
export function RunControls({ versions, shown, opener }: RunControlsProps & { readonly opener: DocumentOpener }) {
  const isHeld = useMissingCompiler(shown.document) !== null && shown.run.running === null;
  return (
    <div className={`row ${css.run}`}>
      {isHeld ? (
        <OpenPtxButton opener={opener} />
      ) : (
        <>
          <SecondsField />
          <RunButtons versions={versions} shown={shown} />
        </>
      )}
    </div>
  );
}

const isRunning = ({ run }: VersionModel): boolean => run.running !== null;

/** Run and Cancel are one button: who pressed it by the keyboard is still there when the run is over. */
function RunButtons({ versions, shown }: RunControlsProps) {
  const look = useWorkbench(state => state.look);
  const hasTwo = versions.length > 1;
  const running = versions.filter(isRunning);
  const isBusy = running.length > 0;
  const run = (chosen: readonly VersionModel[]) => {
    // A phone shows one part at a time, and what a run finds is in this one.
    look({ part: 'results' });
    for (const { letter } of chosen) void startRun(letter);
  };
  const Icon = isBusy ? Square : Play;
  return (
    <>
      <button
        type="button"
        className={isBusy ? 'button' : 'button primary'}
        title={isBusy ? undefined : 'Ctrl Enter in the editor'}
        onClick={() => (isBusy ? running.forEach(cancelRun) : run([shown]))}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden /> {isBusy ? 'Cancel' : `Run${hasTwo ? ` ${shown.letter}` : ''}`}
      </button>
      {hasTwo && !isBusy && (
        <button type="button" className="button" onClick={() => run(versions)}>
          Run both
        </button>
      )}
    </>
  );
}

/** Seconds that a run may take. */
const BUDGETS = [10, 30, 120, 600] as const;

function SecondsField() {
  const { maxSeconds, look } = useWorkbench();
  return (
    <div className="rigid" title="A run that takes longer is stopped">
      <SelectField
        label="at most"
        value={maxSeconds}
        options={optionsOf(BUDGETS, seconds => `${seconds} s`)}
        onChange={seconds => look({ maxSeconds: seconds })}
      />
    </div>
  );
}

/** A thin bar and its words while something runs. */
export function RunProgress({ versions }: { versions: readonly VersionModel[] }) {
  const busy = versions.flatMap(({ letter, run }) => (run.running ? [{ letter, ...run.running }] : []));
  return (
    <div className={`list ${css.progress}`}>
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

type Progress = NonNullable<VersionModel['run']['running']>['progress'];

const progressWords = (progress: Progress): string =>
  progress === null
    ? 'starting …'
    : `${count(progress.ctasDone)} of ${count(progress.ctasTotal)} CTAs, ${count(progress.warpInstructions)} warp instructions`;

/** Notice for CUDA if nothing can compile it, shown before the user tries. */
export function CompilerNotice({ version: { document } }: { version: VersionModel }) {
  const reason = useMissingCompiler(document);
  if (reason === null) return null;
  const command = compileCommand(document);
  return (
    <div className="prose tinted" data-tone="warn">
      <p>
        <CodeWords text={reason} />
      </p>
      <p className={`row ${css.command}`}>
        <code>{command}</code>
        <CopyIcon name="this command" text={command} />
      </p>
    </div>
  );
}
