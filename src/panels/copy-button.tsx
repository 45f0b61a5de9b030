/** Puts a link on the clipboard and says so. */
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import controls from './controls.module.css';

const SAID_MS = 1600;

/** `link` is asked for when it is wanted: it may hold what moves all the time. */
export function CopyButton({ link }: { link: () => string }) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
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
