/** The permutation on the page, to take along into other people's notations. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { NOTATIONS, type PermutationNotation } from '../../model/permute/notation/print.ts';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import controls from '../controls.module.css';
import menu from '../export-menu.module.css';
import { copyText, REFUSED } from '../kit/copying.tsx';
import { closePopup, Popup } from '../popup.tsx';
import css from './permute-rail.module.css';

export function CopyAsMenu({ request }: { request: PermutationRequest }) {
  const [said, setSaid] = useState('');
  const copy = async (notation: PermutationNotation) => setSaid(await copied(notation, request));
  return (
    <>
      <Popup
        className={controls.button}
        label="Copy as"
        onClick={() => setSaid('')}
        content={<CopyItems request={request} onCopy={copy} />}
      >
        <Copy size={16} strokeWidth={1.75} aria-hidden /> <span>Copy as</span>
      </Popup>
      <p className={`caption ${css.hint}`} aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** What to say of it. */
async function copied({ name, print }: PermutationNotation, request: PermutationRequest): Promise<string> {
  return (await copyText(print(request))) ? `Copied as ${name}.` : `${REFUSED}.`;
}

function CopyItems({
  request,
  onCopy,
}: {
  request: PermutationRequest;
  onCopy: (notation: PermutationNotation) => void;
}) {
  return NOTATIONS.map(notation => (
    <button
      key={notation.name}
      type="button"
      className={menu.item}
      onClick={event => {
        closePopup(event.currentTarget);
        onCopy(notation);
      }}
    >
      {notation.name} <code className={`ellipsis muted ${css.code}`}>{notation.print(request)}</code>
    </button>
  ));
}
