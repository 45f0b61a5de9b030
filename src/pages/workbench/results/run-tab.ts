/** Props of every tab of the results. */
import type { Theme } from '../../../pictures/theme.ts';
import type { LineSelection, VersionLetter } from '../../../state/workbench-store.ts';
import type { ShownResult } from '../run.ts';

export interface RunTabProps {
  readonly letter: VersionLetter;
  readonly result: ShownResult;
  /** Null where the line under study belongs to another version. */
  readonly selection: LineSelection | null;
  readonly onSelect: (selection: LineSelection | null) => void;
  readonly theme: Theme;
}
