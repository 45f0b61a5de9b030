/** Puts the link of exactly what is on screen, playhead included, on the clipboard. */
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import controls from '../../panels/controls.module.css';
import { type ExhibitState, encodeExhibit } from '../../state/exhibit-search.ts';
import { useView } from '../../state/view-store.ts';

const SAID_MS = 1600;

/** Absolute address of the exhibit in a state. */
export function linkTo(state: ExhibitState): string {
  const search = new URLSearchParams(encodeExhibit(state)).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}?${search}`;
}

export function CopyLink({ state }: { state: ExhibitState }) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    const link = linkTo({ ...state, at: useView.getState().playhead });
    try {
      await navigator.clipboard.writeText(link);
      setSaid('copied');
    } catch {
      // No clipboard without permission or https: the address bar then holds the same link.
      setSaid('refused');
    }
    setTimeout(() => setSaid(null), SAID_MS);
  };
  const Icon = said === 'copied' ? Check : Link2;
  return (
    <button type="button" className={controls.button} onClick={copy} data-collapses>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span aria-live="polite">
        {said === null ? 'Copy link' : said === 'copied' ? 'Copied' : 'Use the address bar'}
      </span>
    </button>
  );
}
