/** What every tab of the results is drawn from. */
import type { Theme } from '../../../pictures/theme.ts';
import type { LineSelection, RunView, VersionView } from '../version-view.ts';

export type DoneRun = Extract<RunView, { state: 'done' }>;

export interface RunTabProps {
  readonly letter: VersionView['letter'];
  readonly run: DoneRun;
  /** Null where the line under study belongs to another version. */
  readonly selection: LineSelection | null;
  readonly onSelect: (selection: LineSelection | null) => void;
  readonly theme: Theme;
}
