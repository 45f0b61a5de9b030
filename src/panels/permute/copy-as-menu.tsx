/** The permutation on the page, to take along into other people's notations. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { NOTATIONS, type PermutationNotation } from '../../model/permute/notation/print.ts';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import { copyText, REFUSED } from '../kit/copying.tsx';
import { Menu } from '../kit/menu.tsx';
import css from './permute-rail.module.css';

export function CopyAsMenu({ request }: { request: PermutationRequest }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <Menu
        className="button"
        label="Copy as"
        onClick={() => setSaid('')}
        items={NOTATIONS.map(notation => ({
          label: notation.name,
          hint: <code className={`ellipsis ${css.code}`}>{notation.print(request)}</code>,
          onPick: async () => setSaid(await copied(notation, request)),
        }))}
      >
        <Copy size={16} strokeWidth={1.75} aria-hidden /> <span>Copy as</span>
      </Menu>
      <p className={`caption ${css.hint}`} aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** Message about the copy. */
async function copied({ name, print }: PermutationNotation, request: PermutationRequest): Promise<string> {
  return (await copyText(print(request))) ? `Copied as ${name}.` : `${REFUSED}.`;
}
