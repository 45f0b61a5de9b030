/** What the workbench shows of one version of a kernel: its document, the PTX that runs, and how far its run is. */
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';

export type { LineSelection } from '../../state/workbench-store.ts';

export type RunView =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly stage: 'compile' | 'emulate'; readonly progress: EmulationProgress | null }
  | {
      readonly state: 'failed';
      readonly stage: 'compile' | 'parse' | 'launch' | 'worker';
      readonly message: string;
      /** Where in the source text, 1-based; null where no place is meant. */
      readonly place: { readonly line: number; readonly column: number } | null;
      /** Path of the launch field at fault: 'params[2]'. */
      readonly field: string | null;
    }
  | {
      readonly state: 'done';
      readonly inspection: Inspection;
      /** The PTX that ran, and the document it was run with. */
      readonly ptx: string;
      readonly document: WorkbenchDocument;
      /** Why it is of a part of the launch only, in words; null where all that was asked for ran. */
      readonly cut: string | null;
      /** Source or launch were changed since. */
      readonly stale: boolean;
    };

export interface VersionView {
  readonly letter: 'A' | 'B';
  readonly document: WorkbenchDocument;
  readonly run: RunView;
}
