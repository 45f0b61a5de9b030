/** The button of the header that opens everything by which a page is shown to others. */
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../panels/icon-button.tsx';
import { latePart } from '../../../panels/part-boundary.tsx';
import type { SlideSource } from './slide-source.ts';

const ShareDialog = latePart(async () => (await import('./share-dialog.tsx')).ShareDialog);

export interface ShareButtonProps {
  /** null where the page has no picture for a slide. */
  readonly slide: SlideSource | null;
  /** null where the page has no state for a link. */
  readonly link: (() => string) | null;
}

export function ShareButton({ slide, link }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share" onClick={() => setOpen(true)}>
        <Share2 size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {open && (
        <Suspense>
          <ShareDialog slide={slide} link={link} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
