/** Chooses which file of a kernel's source is shown: the one with the chosen access, until another is asked for. */
import { useState } from 'react';
import type { VariantLetter } from '../pictures/records.ts';
import { Select } from './kit/choice-fields.tsx';
import css from './source-pane.module.css';

export interface SourceLineCost {
  readonly wavefronts: number;
  /** Times of what it would take without a conflict; 1 = there is none. */
  readonly degree: number;
}

export interface ShownFile {
  /** Below the project, as the compiled module names it. */
  readonly path: string;
  /** Null until it is there. */
  readonly text: string | null;
  /** 1-based line of the chosen access; 0 = none. */
  readonly litLine: number;
  /** What the worst request of each line costs (shared accesses of the CTA shown). */
  readonly costByLine: ReadonlyMap<number, SourceLineCost>;
}

export interface SourceText {
  readonly badge: VariantLetter;
  readonly title: string;
  /** The kernel's own file first. */
  readonly files: readonly ShownFile[];
  /** The file with the line of the chosen access; the kernel's own where there is none. */
  readonly litPath: string;
  readonly ptx: string | null;
  /** 1-based; 0 = none. */
  readonly ptxLine: number;
  /** Why there is none: 'no such access', 'being emulated'. */
  readonly withoutLine: string;
  /** 'compiled by nvcc 13.0.88 for sm_90', or why there is no PTX. */
  readonly provenance: string;
}

interface Source {
  readonly files: readonly ShownFile[];
  readonly litPath: string;
}

/** A chosen file stays until the access comes from another one. */
export function useShownFile({ files, litPath }: Source): [ShownFile, (path: string) => void] {
  const [chosen, setChosen] = useState({ path: litPath, whileLit: litPath });
  const wanted = chosen.whileLit === litPath ? chosen.path : litPath;
  const shown = [wanted, litPath].map(path => files.find(file => file.path === path)).find(Boolean) ?? files[0];
  return [shown, path => setChosen({ path, whileLit: litPath })];
}

interface FileChoiceProps {
  readonly files: readonly ShownFile[];
  readonly shown: ShownFile;
  readonly onChange: (path: string) => void;
}

export const FileChoice = ({ files, shown, onChange }: FileChoiceProps) =>
  files.length === 1 ? (
    <code className={`ellipsis dim ${css.file}`}>{shown.path}</code>
  ) : (
    <Select
      className={css.files}
      aria-label="File of the source"
      value={shown.path}
      options={files.map(({ path }) => ({ value: path, label: path.replace(/^cuda\/(kernels\/)?/, '') }))}
      onChange={onChange}
    />
  );
