/** The result as code or as a picture's source, to copy. */
import { useId } from 'react';
import { errorText } from '../../model/layout/layout-error.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { CopyTextButton } from '../../panels/kit/copying.tsx';
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
  const text = printed(printable, format);
  return (
    <section aria-labelledby={id} className={css.panel}>
      <div className={`row spread ${css.head}`}>
        <h2 id={id}>Print the result</h2>
        {text.ok && <CopyTextButton text={text.value} />}
      </div>
      <div className={`sideways ${css.formats}`}>
        <Segments label="Format" options={FORMATS} value={format} onChange={onFormat} />
      </div>
      {text.ok ? <Code text={text.value} /> : <p className={`prose ${css.refusal}`}>{errorText(text.error)}</p>}
    </section>
  );
}

/** Long code scrolls, so it must be reachable by keys. */
const SCROLLS = { tabIndex: 0, role: 'region', 'aria-label': 'Printed result' };

const Code = ({ text }: { readonly text: string }) => (
  <pre className={css.code} {...SCROLLS}>
    {text.slice(0, SHOWN_CHARACTERS)}
    {text.length > SHOWN_CHARACTERS &&
      `\n… ${(text.length - SHOWN_CHARACTERS).toLocaleString('en-US')} more characters`}
  </pre>
);
