/** A sheet of paper with questions: of the lesson in sight, or of the kernel. */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { MOST_SEED } from '../../../lessons/draw.ts';
import { NumberField } from '../../../panels/kit/draft-fields.tsx';
import { useAddress } from '../../../services/address.ts';
import { hashOf } from '../../../state/page-address.ts';
import { sheetPlace } from './sheet-place.ts';

export function SheetPart({ onClose }: { readonly onClose: () => void }) {
  const { of, place } = sheetPlace(useAddress());
  const isDrawn = place.search.of !== undefined;
  const [seed, setSeed] = useState(Number(place.search.seed ?? 0));
  const search = isDrawn && seed > 0 ? { ...place.search, seed: `${seed}` } : place.search;
  return (
    <>
      <p className="reading">
        A printed page (A4) with an empty grid of banks and the questions of {of}. The answers are on page 2.
      </p>
      {isDrawn && (
        <>
          <NumberField label="Draw" value={seed} min={0} max={MOST_SEED} onChange={setSeed} />
          <p className="caption">
            Each draw has other numbers and other answers. The same draw is always the same sheet.
          </p>
        </>
      )}
      <div>
        <a className="button primary" href={hashOf({ ...place, search })} onClick={onClose}>
          Open the sheet <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </a>
      </div>
    </>
  );
}
