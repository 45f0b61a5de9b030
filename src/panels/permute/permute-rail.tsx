/** The rail's part for a permutation: shape and order in text, by dragging, by pasting and from presets. */
import { useState } from 'react';
import type { Reading } from '../../model/permute/notation/reading.ts';
import type { Permutation, PermutationRequest } from '../../model/permute/permutation.ts';
import type { RailProps } from '../exhibit.ts';
import { PanelSection } from '../panel-section.tsx';
import { DimensionRows } from './dimension-rows.tsx';
import { type Drafts, type ListName, left, NO_DRAFTS, pasted, patchOf, reviewed, typed } from './drafts.ts';
import { ListField } from './list-field.tsx';
import { CopyAsMenu, PresetsMenu } from './notation-menus.tsx';
import { OrderChips } from './order-chips.tsx';
import { PasteField } from './paste-field.tsx';
import css from './permute-rail.module.css';
import { ShrinkNote } from './shrink-note.tsx';

interface PermuteRailProps extends Pick<RailProps, 'canChange' | 'onParams'> {
  /** What the parameters ask for. */
  readonly request: PermutationRequest;
}

export function PermuteRail({ request: page, canChange, onParams }: PermuteRailProps) {
  const [drafts, setDrafts] = useState(NO_DRAFTS);
  const { request, errors, waitsFor } = reviewed(drafts, page);
  const isLocked = !(canChange('shape') && canChange('perm'));

  /** Keeps text until both lists fit; then the page has them, and only the field that is typed in keeps its spelling. */
  const take = (next: Drafts, typedIn: ListName | null): void => {
    const fitting = reviewed(next, page).request;
    const refused = fitting && onParams(patchOf(fitting));
    const isTaken = fitting !== null && refused === null;
    setDrafts(isTaken ? (typedIn ? typed(NO_DRAFTS, typedIn, next[typedIn] ?? '') : NO_DRAFTS) : { ...next, refused });
  };
  /** From a control that shows what the page has: nothing was typed that is worth keeping. */
  const set = ({ shape, perm }: Permutation): void => {
    const next = { ...NO_DRAFTS, shape: shape.join(), perm: perm.join() };
    const refused = onParams({ shape: next.shape, perm: next.perm });
    setDrafts(refused === null ? NO_DRAFTS : { ...next, refused });
  };
  const takeReading = (reading: Reading) => take(pasted(drafts, reading), null);
  const field = (name: ListName, label: string) => (
    <ListField
      label={label}
      value={drafts[name] ?? page[name].join()}
      error={errors[name]}
      isLocked={isLocked}
      pageShape={page.shape}
      onText={text => take(typed(drafts, name, text), name)}
      onReading={takeReading}
      onLeave={() => setDrafts(left(drafts, page, name))}
      onGiveUp={() => setDrafts({ ...drafts, [name]: null, refused: null })}
    />
  );
  return (
    <>
      <PanelSection title="Tensor">
        <PasteField pageShape={page.shape} isLocked={isLocked} onReading={takeReading} />
        {field('shape', 'Shape')}
        <DimensionRows permutation={page} isLocked={isLocked} onShape={shape => set({ ...page, shape })} />
        <ShrinkNote request={page} isLocked={isLocked} onShape={shape => set({ ...page, shape })} />
      </PanelSection>
      <PanelSection title="Permutation">
        {field('perm', 'Order')}
        {waitsFor?.name === 'perm' && (
          <QuickOrders rank={waitsFor.rank} onOrder={perm => take(typed(drafts, 'perm', perm.join()), null)} />
        )}
        <OrderChips
          permutation={page}
          isLocked={isLocked || request === null}
          onOrder={perm => set({ ...page, perm })}
        />
        <div className={css.menus}>
          <PresetsMenu isLocked={isLocked} onPreset={set} />
          <CopyAsMenu request={page} />
        </div>
      </PanelSection>
    </>
  );
}

function QuickOrders({ rank, onOrder }: { rank: number; onOrder: (perm: readonly number[]) => void }) {
  const input = Array.from({ length: rank }, (_, dim) => dim);
  return (
    <div className={css.quick}>
      <button type="button" className={css.small} onClick={() => onOrder(input.toReversed())}>
        Reverse
      </button>
      <button type="button" className={css.small} onClick={() => onOrder([...input.slice(1), 0])}>
        First to last
      </button>
    </div>
  );
}
