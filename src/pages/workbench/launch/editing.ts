/** State that every part of the launch form reads, and the one function that changes the document. */
import { createContext, use } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import type { EntryOutline, ModuleOutline } from '../../../ptx/outline/module-outline.ts';
import type { Launch } from '../../../trace/launch.ts';
import { confirm, editLaunch, type Patch } from './launch-edits.ts';

export interface Editing {
  readonly document: WorkbenchDocument;
  readonly launch: Launch;
  /** Null until the program is compiled, or while its PTX cannot be read. */
  readonly outline: ModuleOutline | null;
  /** The kernel that the launch names; null where there is none. */
  readonly entry: EntryOutline | null;
  /** The outline with that kernel in it, though another one of a long text was read; null where it cannot be read. */
  readonly readKernel: (name: string) => Promise<ModuleOutline | null>;
  readonly errors: readonly FieldError[];
  readonly patch: (patch: Patch) => void;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing() {
  const editing = use(EditingContext);
  if (editing === null) throw new Error('a part of the launch form stands outside of it');
  const { document, outline, errors, patch } = editing;
  return {
    ...editing,
    /** Sets the values at these paths. */
    edit: (launch: Launch, ...settled: readonly string[]) => patch(editLaunch(document, outline, launch, settled)),
    confirm: (paths: readonly string[]) => patch(confirm(document, paths)),
    /** Words about the error at a path or, with `inside`, anywhere below it. */
    errorAt: (path: string, inside = false): string | null =>
      errors.find(
        e => e.field === path || (inside && (e.field.startsWith(`${path}.`) || e.field.startsWith(`${path}[`))),
      )?.message ?? null,
    isGuessed: (path: string): boolean => document.guessed.includes(path),
  };
}
