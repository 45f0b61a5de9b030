/** The rail's part for a permutation: shape and order in text, by dragging, by pasting and from presets. */
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import type { RailProps } from '../exhibit.ts';
import { PanelSection } from '../panel-section.tsx';
import { CopyAsMenu } from './copy-as-menu.tsx';
import { DimensionRows } from './dimension-rows.tsx';
import { ListField } from './list-field.tsx';
import { OrderChips } from './order-chips.tsx';
import { PasteField } from './paste-field.tsx';
import css from './permute-rail.module.css';
import { PresetsMenu } from './presets-menu.tsx';
import { ShrinkNote } from './shrink-note.tsx';
import { type DraftFields, useDrafts } from './use-drafts.ts';

interface PermuteRailProps extends Pick<RailProps, 'canChange' | 'onParams'> {
  /** The request of the parameters. */
  readonly request: PermutationRequest;
}

export function PermuteRail({ request, canChange, onParams }: PermuteRailProps) {
  const fields = useDrafts(request, onParams);
  const part = { page: request, fields, isLocked: !(canChange('shape') && canChange('perm')) };
  return (
    <>
      <TensorSection {...part} />
      <OrderSection {...part} />
    </>
  );
}

interface SectionProps {
  readonly page: PermutationRequest;
  readonly fields: DraftFields;
  readonly isLocked: boolean;
}

function TensorSection({ page, fields, isLocked }: SectionProps) {
  const setShape = (shape: readonly number[]) => fields.set({ ...page, shape });
  return (
    <PanelSection title="Tensor">
      <PasteField pageShape={page.shape} isLocked={isLocked} onReading={fields.paste} />
      <ListField name="shape" label="Shape" pageShape={page.shape} fields={fields} isLocked={isLocked} />
      <DimensionRows permutation={page} isLocked={isLocked} onShape={setShape} />
      <ShrinkNote request={page} isLocked={isLocked} onShape={setShape} />
    </PanelSection>
  );
}

function OrderSection({ page, fields, isLocked }: SectionProps) {
  const { request, waitsFor } = fields.review;
  return (
    <PanelSection title="Permutation">
      <ListField name="perm" label="Order" pageShape={page.shape} fields={fields} isLocked={isLocked} />
      {waitsFor?.name === 'perm' && (
        <QuickOrders rank={waitsFor.rank} onOrder={perm => fields.draft('perm').type(perm.join())} />
      )}
      <OrderChips
        permutation={page}
        isLocked={isLocked || request === null}
        onOrder={perm => fields.set({ ...page, perm })}
      />
      <div className="row wrap">
        <PresetsMenu isLocked={isLocked} onPreset={fields.set} />
        <CopyAsMenu request={page} />
      </div>
    </PanelSection>
  );
}

function QuickOrders({ rank, onOrder }: { rank: number; onOrder: (perm: readonly number[]) => void }) {
  const input = Array.from({ length: rank }, (_, dim) => dim);
  return (
    <div className={css.quick}>
      <button type="button" className="button" onClick={() => onOrder(input.toReversed())}>
        Reverse
      </button>
      <button type="button" className="button" onClick={() => onOrder([...input.slice(1), 0])}>
        First to last
      </button>
    </div>
  );
}
