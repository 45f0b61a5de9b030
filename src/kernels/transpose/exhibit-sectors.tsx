/** A request of a variant that keeps nothing in shared memory: its lanes, and the sectors of global memory that they meet in. */
import { useMemo } from 'react';
import type { StageProps } from '../../panels/exhibit.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import { Coalescing } from '../../pictures/coalescing/index.tsx';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { launchOf } from './launch.ts';
import { schema } from './params.ts';
import type { TransposeVariant } from './variants.ts';

interface SectorsProps {
  readonly view: VariantView;
  readonly stage: StageProps;
}

export function Sectors({ view, stage }: SectorsProps) {
  const { theme, highlight, selection, onHover, onSelect, subject } = stage;
  const common = { theme, highlight, selection, onHover, onSelect, ...usePictureScale() };
  const { source, view: best } = bestSource(view);
  const { id } = view;
  const { access } = best;
  const { params, side } = subject;
  const records = useMemo(() => {
    if (access === null) return null;
    const name = side === 'load' ? 'in' : 'out';
    const byteAddress = bufferAddresses(launchOf(id as TransposeVariant, schema.parse(params))).get(name)!;
    return { access, origin: { name, byteAddress } };
  }, [access, id, params, side]);
  return records && <Coalescing {...common} source={source} records={records} />;
}
