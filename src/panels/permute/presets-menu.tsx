/** Permutations that people know, to start from. */
import { BookMarked } from 'lucide-react';
import type { Permutation } from '../../model/permute/permutation.ts';
import { PRESETS } from '../../model/permute/presets.ts';
import controls from '../controls.module.css';
import menu from '../export-menu.module.css';
import { closePopup, Popup } from '../popup.tsx';

export function PresetsMenu({ isLocked, onPreset }: { isLocked: boolean; onPreset: (preset: Permutation) => void }) {
  return (
    <Popup
      className={controls.button}
      disabled={isLocked}
      label="Presets"
      content={PRESETS.map(preset => (
        <button
          key={preset.id}
          type="button"
          className={menu.item}
          onClick={event => {
            closePopup(event.currentTarget);
            onPreset(preset);
          }}
        >
          {preset.title} <small>{preset.hint}</small>
        </button>
      ))}
    >
      <BookMarked size={16} strokeWidth={1.75} aria-hidden /> <span>Presets</span>
    </Popup>
  );
}
