/** Permutations that people know, to start from; and the one on the page, to take along. */
import { BookMarked, Copy } from 'lucide-react';
import { useState } from 'react';
import { NOTATIONS } from '../../model/permute/notation/print.ts';
import type { Permutation, PermutationRequest } from '../../model/permute/permutation.ts';
import { PRESETS } from '../../model/permute/presets.ts';
import controls from '../controls.module.css';
import menu from '../export-menu.module.css';
import { closePopup, Popup } from '../popup.tsx';
import css from './permute-rail.module.css';

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

export function CopyAsMenu({ request }: { request: PermutationRequest }) {
  const [said, setSaid] = useState('');
  const copy = async (name: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`Copied as ${name}.`);
    } catch {
      setSaid('The browser does not allow copying here.');
    }
  };
  return (
    <>
      <Popup
        className={controls.button}
        label="Copy as"
        onClick={() => setSaid('')}
        content={NOTATIONS.map(notation => {
          const text = notation.print(request);
          return (
            <button
              key={notation.name}
              type="button"
              className={menu.item}
              onClick={event => {
                closePopup(event.currentTarget);
                void copy(notation.name, text);
              }}
            >
              {notation.name} <code className={css.code}>{text}</code>
            </button>
          );
        })}
      >
        <Copy size={16} strokeWidth={1.75} aria-hidden /> <span>Copy as</span>
      </Popup>
      <p className={css.hint} aria-live="polite">
        {said}
      </p>
    </>
  );
}
