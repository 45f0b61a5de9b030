/** The button of the header that opens everything by which a page is shown to others. */
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { latePart } from '../../../panels/part-boundary.tsx';
import type { SharedPage } from './slide-source.ts';

const ShareDialog = latePart(async () => (await import('./share-dialog.tsx')).ShareDialog);

export function ShareButton({ slide, link }: SharedPage) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" data-collapses data-shares title="Share" onClick={() => setOpen(true)}>
        <Share2 size={16} strokeWidth={1.75} aria-hidden /> <span>Share</span>
      </button>
      {open && (
        <Suspense>
          <ShareDialog slide={slide} link={link} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
