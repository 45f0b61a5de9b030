/** Permutations that people know, to start from. */
import { BookMarked } from 'lucide-react';
import type { Permutation } from '../../model/permute/permutation.ts';
import { PRESETS } from '../../model/permute/presets.ts';
import { Menu } from '../kit/menu.tsx';

interface PresetsMenuProps {
  readonly isLocked: boolean;
  readonly onPreset: (preset: Permutation) => void;
}

export const PresetsMenu = ({ isLocked, onPreset }: PresetsMenuProps) => (
  <Menu
    className="button"
    disabled={isLocked}
    label="Presets"
    items={PRESETS.map(preset => ({ label: preset.title, hint: preset.hint, onPick: () => onPreset(preset) }))}
  >
    <BookMarked size={16} strokeWidth={1.75} aria-hidden /> <span>Presets</span>
  </Menu>
);
