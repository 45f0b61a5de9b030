/** Switches from PTX with its CUDA beside it to the CUDA; if nothing can compile it, says why. */

import { Pencil } from 'lucide-react';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import { Popup } from '../../../panels/kit/popup.tsx';
import { useWorkbench } from '../../../state/workbench-store.ts';
import { CodeWords } from '../code-words.tsx';
import { useCompiler } from '../use-compiler.ts';
import type { VersionModel } from '../use-versions.ts';
import { baseName } from './source-names.ts';
import css from './source-panel.module.css';
import { listingTab } from './source-tabs.ts';

export function EditCuda({ version, tab }: { version: VersionModel; tab: SourceTab }) {
  const compiler = useCompiler();
  const listing = version.listings.find(of => listingTab(of) === tab.id);
  // Sources of a capture may be Python, or a header.
  if (!compiler || !listing?.name.endsWith('.cu')) return null;
  const { reason } = compiler;
  if (reason !== null)
    return (
      <Popup
        className="button rigid"
        label="How to edit the CUDA"
        panelClassName={css.keys}
        content={
          <p>
            <CodeWords text={reason} />
          </p>
        }
      >
        <EditWords />
      </Popup>
    );
  const { letter, document } = version;
  const source = { language: 'cuda', name: baseName(listing.name), text: listing.alone ?? listing.text } as const;
  return (
    <button
      type="button"
      className="button rigid"
      title="nvcc compiles it at each run; the launch stays"
      onClick={() => useWorkbench.getState().open(letter, { ...document, source })}
    >
      <EditWords />
    </button>
  );
}

const EditWords = () => (
  <>
    <Pencil size={13} strokeWidth={1.75} aria-hidden /> Edit
  </>
);
