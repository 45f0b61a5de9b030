/** Puts text on the clipboard and says so. A browser may refuse: that is said as well. */
import { Check, Copy, Link2, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../icon-button.tsx';

export const REFUSED = 'The browser does not allow copying here';
const SAID_MS = 2000;

/** A clipboard may be refused, and there is none at all on an address without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Message about the last copy; null again after a while. */
type Said = 'copied' | 'refused' | null;

function useCopied(): readonly [Said, (text: string) => Promise<void>] {
  const [said, setSaid] = useState<Said>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (text: string) => {
    const isCopied = await copyText(text);
    setSaid(isCopied ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), SAID_MS);
  };
  return [said, copy];
}

interface CopyLinkProps {
  /** Called when the link is copied: it may hold values that change all the time. */
  readonly link: () => string;
}

/** Button for the link of a page: if the browser refuses to copy, the address bar has the same link. */
export const CopyButton = ({ link }: CopyLinkProps) => (
  <LabelledCopy text={link} label="Copy link" icon={Link2} refused="Use the address bar" data-copies-link />
);

/** Button for a text that stands beside it. */
export const CopyTextButton = ({ text }: { readonly text: string }) => (
  <LabelledCopy text={() => text} label="Copy text" icon={Copy} refused={REFUSED} />
);

interface LabelledCopyProps {
  readonly text: () => string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly refused: string;
  readonly 'data-copies-link'?: true;
}

function LabelledCopy({ text, label, icon: Icon, refused, ...button }: LabelledCopyProps) {
  const [said, copy] = useCopied();
  const Shown = said === 'copied' ? Check : Icon;
  return (
    <button type="button" className="button" data-collapses title={label} {...button} onClick={() => void copy(text())}>
      <Shown size={16} strokeWidth={1.75} aria-hidden />
      <span aria-live="polite">{said === null ? label : said === 'copied' ? 'Copied' : refused}</span>
    </button>
  );
}

/** A small button beside a piece of text. */
export function CopyIcon({ name, text }: { readonly name: string; readonly text: string }) {
  const [said, copy] = useCopied();
  const Icon = said === 'copied' ? Check : Copy;
  const label = said === null ? `Copy ${name}` : said === 'copied' ? `${name}: copied` : `${name}: ${REFUSED}`;
  return (
    <IconButton label={label} onClick={() => void copy(text)}>
      <Icon size={14} strokeWidth={1.75} />
      {said === 'refused' && (
        <span role="alert" className="visually-hidden">
          {REFUSED}
        </span>
      )}
    </IconButton>
  );
}
