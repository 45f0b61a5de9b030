/** Puts the report of a fault on the clipboard; where that is refused, the report stands there to be copied. */
import { Check, ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import { placeHere, reportText } from './fault-report.ts';
import { copyText } from './kit/copying.tsx';
import css from './report-button.module.css';

interface Report {
  readonly text: string;
  readonly isCopied: boolean;
}

export function ReportButton({ error }: { readonly error: unknown }) {
  const [report, setReport] = useState<Report | null>(null);
  const Icon = report?.isCopied ? Check : ClipboardCopy;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          const text = reportText(error, placeHere());
          void copyText(text).then(isCopied => setReport({ text, isCopied }));
        }}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span aria-live="polite">{report?.isCopied ? 'Report copied' : 'Copy report'}</span>
      </button>
      {report && !report.isCopied && (
        <textarea
          className={css.report}
          readOnly
          rows={8}
          aria-label="Report: select it and copy"
          value={report.text}
        />
      )}
    </>
  );
}
