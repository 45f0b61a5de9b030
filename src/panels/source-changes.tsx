/** Changes from one variant's source to another's: removed lines and added lines. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type DiffLine, lineDiff } from '../base/line-diff.ts';
import { firstCodeChange } from './first-code-change.ts';
import { useScrollKeys } from './kit/scroll-region.tsx';
import css from './source-changes.module.css';
import pane from './source-pane.module.css';

interface SourceChangesProps {
  /** 'A, cp.async' and 'B, TMA'. */
  readonly from: string;
  readonly to: string;
  /** Null until they are there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Lines around a change that are shown with it. */
const CONTEXT = 3;

export function SourceChanges({ from, to, before, after }: SourceChangesProps) {
  const box = useRef<HTMLOListElement>(null);
  const keys = useScrollKeys(box);
  const lines = useMemo(
    () => (before === null || after === null ? null : nearChanges(lineDiff(before.split('\n'), after.split('\n')))),
    [before, after],
  );
  const first = useMemo(() => (lines === null ? -1 : firstCodeChange(lines)), [lines]);
  useLayoutEffect(() => {
    const line = box.current?.children[first];
    if (line instanceof HTMLElement && box.current) box.current.scrollTop = line.offsetTop - 2 * line.offsetHeight;
  }, [first]);
  if (lines === null) return <p className="waiting">Loading the sources …</p>;
  if (lines.length === 0) return <p className="waiting">{`${from} and ${to} have the same source.`}</p>;
  return (
    <ol ref={box} className={`pane ${pane.lines}`} aria-label={`Changes from ${from} to ${to}`} {...keys}>
      {lines.map(line => (
        <ChangedLine key={`${line.before} ${line.after}`} {...line} />
      ))}
    </ol>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const NAMES = { same: '', removed: 'removed: ', added: 'added: ' } as const;

const ChangedLine = ({ kind, text, before, after }: DiffLine) => (
  <li className={css[kind]}>
    <span className={`muted rigid ${pane.lineNumber}`}>{after ?? before}</span>
    <span className={css.sign} aria-hidden>
      {SIGNS[kind]}
    </span>
    <code>
      <span className="visually-hidden">{NAMES[kind]}</span>
      {text || ' '}
    </code>
  </li>
);

const nearChanges = (lines: readonly DiffLine[]): DiffLine[] =>
  lines.filter((_, i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ kind }) => kind !== 'same'));
