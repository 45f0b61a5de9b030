/** A sheet of paper with questions: of the lesson in sight, or of the kernel. */
import { ArrowRight } from 'lucide-react';
import { useAddress } from '../../../services/address.ts';
import { hashOf } from '../../../state/page-address.ts';
import { sheetPlace } from './sheet-place.ts';

export function SheetPart({ onClose }: { readonly onClose: () => void }) {
  const sheet = sheetPlace(useAddress());
  return (
    <>
      <p className="reading">
        A page of paper (A4) with an empty grid of banks and the questions of {sheet.of}; the answers are on page 2.
        Other numbers are another draw: the word <code>seed</code> of the address.
      </p>
      <div>
        <a className="button primary" href={hashOf(sheet.place)} onClick={onClose}>
          Open the sheet <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </a>
      </div>
      <p className="caption">Then print it with the browser. Every page prints.</p>
    </>
  );
}
