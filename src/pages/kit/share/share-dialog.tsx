/** How a page is shown to others: on a projector, on a slide, in another page, on paper. */
import { useId, useState } from 'react';
import { CopyButton } from '../../../panels/kit/copying.tsx';
import { Dialog } from '../../../panels/kit/dialog.tsx';
import { TabPanel, TabRow } from '../../../panels/kit/tabs.tsx';
import { EmbedPart } from './embed-part.tsx';
import { PresentPart } from './present-part.tsx';
import css from './share.module.css';
import { SheetPart } from './sheet-part.tsx';
import { SlidePart } from './slide-part.tsx';
import type { SharedPage } from './slide-source.ts';

const TABS = [
  { value: 'present', label: 'Present' },
  { value: 'slide', label: 'Slide' },
  { value: 'embed', label: 'Embed' },
  { value: 'sheet', label: 'Sheet' },
] as const;

interface ShareDialogProps extends SharedPage {
  readonly onClose: () => void;
}

export function ShareDialog({ slide, link, onClose }: ShareDialogProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('present');
  const id = useId();
  return (
    <Dialog open label="Share" look="window" onClose={onClose}>
      <div className={css.share}>
        <div className="row spread">
          <h2 className="grow">Share</h2>
          {link && <CopyButton link={link} />}
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </div>
        <TabRow id={id} label="How to share" tabs={TABS} value={tab} onChange={setTab} />
        <TabPanel id={id} tab={tab} className={css.part}>
          {tab === 'present' && <PresentPart onClose={onClose} />}
          {tab === 'slide' && <SlidePart slide={slide} />}
          {tab === 'embed' && <EmbedPart />}
          {tab === 'sheet' && <SheetPart onClose={onClose} />}
        </TabPanel>
      </div>
    </Dialog>
  );
}
