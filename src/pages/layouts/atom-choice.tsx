/** The instructions whose fragments are known, in groups. */
import { useId } from 'react';
import { FRAGMENT_ATOMS } from '../../model/layout-steps/fragments.ts';
import controls from '../../panels/controls.module.css';
import { OWN } from '../links/layouts.ts';

interface AtomChoiceProps {
  readonly value: string;
  readonly onChange: (atom: string) => void;
}

export function AtomChoice({ value, onChange }: AtomChoiceProps) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className="prose" htmlFor={id}>
        Instruction
      </label>
      <select id={id} className={controls.select} value={value} onChange={event => onChange(event.target.value)}>
        {GROUPS.map(([label, names]) => (
          <optgroup key={label} label={label}>
            {names.map(name => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

const startingWith = (...starts: readonly string[]): readonly string[] =>
  [...FRAGMENT_ATOMS.keys()].filter(name => starts.some(start => name.startsWith(start)));

const GROUPS: readonly (readonly [label: string, names: readonly string[]])[] = [
  ['A warp’s product', startingWith('mma.m16', 'mma.m8n8k16', 'mma.m8n8k4 ')],
  ['A quad pair’s product', startingWith('mma.m8n8k4.')],
  ['A warpgroup’s product', startingWith('wgmma')],
  ['Moves of 8 × 8 matrices', startingWith('ldmatrix', 'stmatrix')],
  ['Moves of tensor memory', startingWith('tcgen05')],
  ['Typed', [OWN]],
];
