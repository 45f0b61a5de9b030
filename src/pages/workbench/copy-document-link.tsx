/** Puts a link that holds the whole document on the clipboard, or says why there is none. */
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { copyText, REFUSED } from '../../panels/kit/copying.tsx';
import { toLink } from './launch/document-link.ts';

const SAID_MS = 2400;

export function CopyDocumentLink({ document }: { document: WorkbenchDocument }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    setSaid(await copied(document));
    setTimeout(() => setSaid(null), SAID_MS);
  };
  // What came of it needs its words, also where the button has room for its icon alone.
  const isAtRest = said === null || undefined;
  const collapses = { 'data-collapses': isAtRest, 'data-copies-link': isAtRest };
  const Icon = said === COPIED ? Check : Link2;
  return (
    <button type="button" className="button" {...collapses} title="Copy link" onClick={copy}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span aria-live="polite">{said ?? 'Copy link'}</span>
    </button>
  );
}

const COPIED = 'Copied';

async function copied(document: WorkbenchDocument): Promise<string> {
  const link = await toLink(document);
  if (!link.ok) return 'Too large: save it';
  return (await copyText(`${location.href.split('#')[0]}#/workbench?doc=${link.value}`)) ? COPIED : REFUSED;
}
