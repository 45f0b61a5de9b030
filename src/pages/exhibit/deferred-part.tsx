/** Lets a part of the page follow the pictures: what a slider moves is drawn first, the part in the next free moment. */
import { type ComponentType, memo, useDeferredValue } from 'react';
import type { ExhibitModel } from './use-exhibit.ts';

interface PartProps {
  readonly model: ExhibitModel;
}

export function deferredPart(Part: ComponentType<PartProps>): ComponentType<PartProps> {
  const Kept = memo(Part);
  return function DeferredPart({ model }: PartProps) {
    return <Kept model={useDeferredValue(model)} />;
  };
}
