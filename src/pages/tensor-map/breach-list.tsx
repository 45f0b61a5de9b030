/** Every broken rule in full, with what would do. */
import { Check, TriangleAlert } from 'lucide-react';
import type { CopyBreach } from '../../model/tma/box-copy.ts';
import css from './breach-list.module.css';

const FIELD_NAMES: Readonly<Record<string, string>> = {
  dims: 'Extent',
  stridesBytes: 'Stride',
  box: 'Box',
  elementStrides: 'Step',
  start: 'Start',
  base: 'Shared address',
  swizzle: 'Swizzle',
  oobFill: 'Outside',
};

/** 'Box, dim 0'. A stride's first entry is that of dimension 1. */
export function fieldName([field, index]: CopyBreach['path']): string {
  const name = FIELD_NAMES[field] ?? field;
  return index === undefined ? name : `${name}, dim ${field === 'stridesBytes' ? index + 1 : index}`;
}

/** 'Use 64'. */
export const remedyText = ({ remedy }: CopyBreach): string =>
  'length' in remedy ? `Use ${remedy.length} dimensions` : `Use ${remedy.value.toLocaleString('en-US')}`;

interface BreachListProps {
  readonly breaches: readonly CopyBreach[];
  readonly onRemedy: (breach: CopyBreach) => void;
  readonly onRepair: () => void;
}

export const BreachList = ({ breaches, ...actions }: BreachListProps) => (
  <div className={css.list} role="status" data-broken={breaches.length > 0 || undefined}>
    {breaches.length === 0 ? (
      <p>
        <Check size={14} strokeWidth={2} aria-hidden /> The driver accepts this map, and the engine accepts this copy.
      </p>
    ) : (
      <Broken breaches={breaches} {...actions} />
    )}
  </div>
);

const Broken = ({ breaches, onRemedy, onRepair }: BreachListProps) => (
  <>
    <p>
      <TriangleAlert size={14} strokeWidth={2} aria-hidden />{' '}
      {breaches.length === 1 ? 'One rule is' : `${breaches.length} rules are`} broken. The picture shows the nearest
      copy that is allowed.{' '}
      <button type="button" className="button act" onClick={onRepair}>
        Use all
      </button>
    </p>
    <ul>
      {breaches.map(breach => (
        <li key={`${breach.path.join('.')} ${breach.message}`}>
          <strong>{fieldName(breach.path)}:</strong> {breach.message}{' '}
          <button type="button" className="button act" onClick={() => onRemedy(breach)}>
            {remedyText(breach)}
          </button>
        </li>
      ))}
    </ul>
  </>
);
