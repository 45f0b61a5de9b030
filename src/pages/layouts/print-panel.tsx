/** The result as code or as a picture's source, to copy. */
import { useId } from 'react';
import { errorText } from '../../model/layout/layout-error.ts';
import { CopyTextButton } from '../../panels/kit/copying.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import { FORMATS, type FormatName } from '../links/layouts.ts';
import css from './print-panel.module.css';
import { type Printable, printed } from './printed.ts';

interface PrintPanelProps {
  readonly printable: Printable;
  readonly format: FormatName;
  readonly onFormat: (format: FormatName) => void;
}

/** More text than this is copied, not shown. */
const SHOWN_CHARACTERS = 6000;

export function PrintPanel({ printable, format, onFormat }: PrintPanelProps) {
  const id = useId();
  const panel = useId();
  const text = printed(printable, format);
  return (
    <section aria-labelledby={id} className={css.panel}>
      <div className="head">
        <h2 id={id}>Print the result</h2>
        {text.ok && <CopyTextButton text={text.value} />}
      </div>
      <div className={`sideways ${css.formats}`}>
        <TabRow id={panel} label="Format" tabs={FORMATS} value={format} onChange={onFormat} />
      </div>
      <TabPanel id={panel} tab={format}>
        {text.ok ? <Code text={text.value} /> : <p className="prose">{errorText(text.error)}</p>}
      </TabPanel>
    </section>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  <ScrollRegion label="Printed result" className={`code ${css.code}`}>
    {text.slice(0, SHOWN_CHARACTERS)}
    {text.length > SHOWN_CHARACTERS &&
      `\n… ${(text.length - SHOWN_CHARACTERS).toLocaleString('en-US')} more characters`}
  </ScrollRegion>
);
