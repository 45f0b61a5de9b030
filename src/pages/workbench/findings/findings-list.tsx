/** Findings of a run, worst first, limited to one kind if asked; and the other version's findings that are gone. */
import { useMemo } from 'react';
import { count } from '../../../base/numbers.ts';
import { blockWords } from '../../../inspect/fitting-block.ts';
import { mayComeOfBlock, withLength } from '../../../inspect/guessed-launch.ts';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { useWorkbench } from '../../../state/workbench-store.ts';
import type { Finding } from '../../../trace/finding.ts';
import { editLaunch } from '../launch/launch-edits.ts';
import { goTo } from '../source/version-texts.ts';
import type { VersionModel } from '../use-versions.ts';
import { type DeadlockWaiter, FindingItem, type FittingValue } from './finding-item.tsx';
import { isOnLine, KIND_NAMES } from './finding-words.ts';
import css from './findings.module.css';
import { findingsCompared } from './findings-compared.ts';
import { OtherOrders } from './other-orders.tsx';
import { useFittingBlock } from './use-fitting-block.ts';
import { useFittingLengths } from './use-fitting-lengths.ts';
import { useTriedFindings } from './use-tried-findings.ts';

interface FindingsListProps {
  readonly version: VersionModel;
  readonly other: VersionModel | null;
}

export function FindingsList({ version, other }: FindingsListProps) {
  const kind = useWorkbench(state => state.kind);
  const compared = useMemo(() => findingsCompared(version, other), [version, other]);
  const tried = useTriedFindings(version);
  const inspection = version.run.result?.inspection;
  if (!inspection) return null;
  const { findings, emulation } = inspection;
  const shown = kind === null ? tried : tried.filter(finding => finding.kind === kind);
  const alone = new Set([...(compared?.alone ?? [])].map(keyOf));
  const remarkOn = (finding: Finding) => (alone.has(keyOf(finding)) ? `not in ${other?.letter}` : '');
  return (
    <section className="stack" aria-label="Findings">
      <FindingsHead version={version} findings={tried} kind={kind} />
      {emulation.unchecked !== '' && <p>{emulation.unchecked}</p>}
      {findings.length === 0 ? <NoFindings version={version} /> : null}
      <Items version={version} findings={shown} remarkOn={remarkOn} />
      <CompilerWarnings version={version} />
      <OtherOrders version={version} />
      {compared && compared.gone.length > 0 && <Gone findings={compared.gone} letter={other?.letter ?? ''} />}
    </section>
  );
}

interface ItemsProps {
  readonly version: VersionModel;
  readonly findings: readonly Finding[];
  readonly remarkOn: (finding: Finding) => string;
}

function Items({ version, findings, remarkOn }: ItemsProps) {
  const selection = useWorkbench(state => state.selection);
  const fittingOf = useFittingValues(version);
  const chosen = selection?.letter === version.letter ? selection : null;
  return (
    <ul className="card">
      {findings.map(finding => (
        <FindingItem
          key={keyOf(finding)}
          finding={finding}
          waiters={waitersOf(version, finding)}
          chosen={chosen !== null && isOnLine(finding.place, chosen)}
          remark={remarkOn(finding)}
          fitting={fittingOf(finding)}
          onPlace={place => goTo(version.letter, place)}
        />
      ))}
    </ul>
  );
}

/** The value of a finding's guess that would do; null if there is none, or if the launch was changed since. */
function useFittingValues(version: VersionModel): (finding: Finding) => FittingValue | null {
  const lengths = useFittingLengths(version);
  const block = useFittingBlock(version);
  const edit = useWorkbench(state => state.edit);
  const { letter, document, result, run } = version;
  if (result === null || result.stale) return () => null;
  const faults = run.result?.inspection.emulation.faults ?? [];
  return ({ message, pointed }) => {
    const fitting = lengths.get(message);
    // Where the address is computed from another buffer, a longer one only hides it.
    const isOther = fitting && pointed && pointed !== document.launch.buffers[fitting.buffer]?.name;
    if (fitting !== undefined && !isOther) {
      const { buffer, path, length } = fitting;
      const onSet = () => edit(letter, editLaunch(document, null, withLength(document.launch, buffer, length), [path]));
      return { label: `Set length to ${count(length)}`, onSet };
    }
    const fault = faults.find(other => other.message === message);
    if (block === null || fault === undefined || !mayComeOfBlock(fault, document.guessed)) return null;
    return { label: `Set block to ${blockWords(block.block)}`, onSet: () => edit(letter, block.patch) };
  };
}

const keyOf = ({ kind, place, message }: Finding): string => `${kind} ${place.line} ${place.ptxLine} ${message}`;

/** Warps that a deadlock holds, one for each place: the finding names the first only. */
function waitersOf({ run }: VersionModel, { kind, message }: Finding): readonly DeadlockWaiter[] {
  const fault = run.result?.inspection.emulation.faults.find(f => f.kind === kind && f.message === message);
  if (fault?.kind !== 'deadlock') return [];
  return [...new Map(fault.waiters.map(waiter => [waiter.place.ptxLine, waiter])).values()];
}

function FindingsHead({ version, findings, kind }: Omit<HeadProps, 'onKind'>) {
  const look = useWorkbench(state => state.look);
  const { title } = version.document;
  const save = async (format: 'csv' | 'json') => {
    const [{ findingsFile }, { download }] = await Promise.all([
      import('./finding-files.ts'),
      import('../../../panels/download.ts'),
    ]);
    download(findingsFile(title, findings, format));
  };
  return (
    <header className="row wrap spread">
      <h2>Findings</h2>
      <KindFilter findings={findings} kind={kind} onKind={chosen => look({ kind: chosen })} />
      <ExportMenu
        items={[
          { label: 'Findings as CSV', hint: 'one a row', save: () => save('csv') },
          { label: 'Findings as JSON', hint: 'with both parties', save: () => save('json') },
        ]}
      />
    </header>
  );
}

/** Warnings of the compiler for the CUDA that ran. */
function CompilerWarnings({ version: { letter, run, document } }: { readonly version: VersionModel }) {
  const warnings = run.result?.warnings ?? [];
  if (warnings.length === 0) return null;
  const placeOf = (line: number) => ({ file: document.source.name, line, ptxLine: 0, instruction: '' });
  return (
    <ul className="list" aria-label="Warnings of the compiler">
      {warnings.map(({ line, words }) => (
        <li key={`${line} ${words}`}>
          <button type="button" className="act" onClick={() => goTo(letter, placeOf(line))}>
            line {line}
          </button>{' '}
          The compiler warns: {words}
        </li>
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly version: VersionModel;
  readonly findings: readonly Finding[];
  readonly kind: string | null;
  readonly onKind: (kind: string | null) => void;
}

function KindFilter({ findings, kind, onKind }: Pick<HeadProps, 'findings' | 'kind' | 'onKind'>) {
  const kinds = [...new Set(findings.map(finding => finding.kind))];
  if (kinds.length < 2) return <span />;
  return (
    <fieldset className="row wrap grow">
      <legend className="visually-hidden">Kinds of finding</legend>
      {kinds.map(of => (
        <button
          key={of}
          type="button"
          className="button"
          aria-pressed={of === kind}
          onClick={() => onKind(of === kind ? null : of)}
        >
          {KIND_NAMES[of]} <small>{findings.filter(finding => finding.kind === of).length}</small>
        </button>
      ))}
    </fieldset>
  );
}

function NoFindings({ version }: { version: VersionModel }) {
  const ended = version.run.result?.inspection;
  if (!ended?.emulation.ok) return null;
  return (
    <p className="tinted" data-tone="ok">
      No findings: every wavefront and sector was needed, nothing raced, and every access stayed in its buffer.
    </p>
  );
}

const Gone = ({ findings, letter }: { findings: readonly Finding[]; letter: string }) => (
  <details className={`prose ${css.gone}`}>
    <summary>
      Not here: {findings.length === 1 ? '1 finding' : `${findings.length} findings`} of {letter}
    </summary>
    <ul className="list">
      {findings.map(finding => (
        <li key={keyOf(finding)}>
          {KIND_NAMES[finding.kind]}: {finding.message}
        </li>
      ))}
    </ul>
  </details>
);
