/** Puts a piece of text on the clipboard and says so. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../panels/icon-button.tsx';

const SAID_MS = 1600;

export function CopyText({ name, text }: { readonly name: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? `${name}: copied` : `Copy ${name}`} onClick={() => void copy()}>
      <Icon size={14} strokeWidth={1.75} />
    </IconButton>
  );
}
