/** The exhibit's state, read from the link and written back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Kernel } from '../../kernels/kernel.ts';
import type { Exhibit } from '../../panels/exhibit.ts';
import {
  decodeExhibit,
  type ExhibitSpec,
  type ExhibitState,
  encodeExhibit,
  type FlatSearch,
  type SearchProblem,
} from '../../state/exhibit-search.ts';

export function specOf(kernel: Kernel, exhibit: Exhibit): ExhibitSpec {
  return {
    variantIds: kernel.variants.map(variant => variant.id),
    defaultVariants: exhibit.defaultVariants,
    archs: kernel.archs,
    defaultArch: kernel.archs.includes('sm_90') ? 'sm_90' : kernel.archs[0],
    defaultSide: exhibit.defaultSide ?? 'load',
    defaults: kernel.defaults,
    check: kernel.schema.check,
    ctas: params => {
      const [x, y, z] = kernel.launch(kernel.variants[0].id, params).grid;
      return x * y * z;
    },
  };
}

export interface ExhibitStateHandle {
  readonly state: ExhibitState;
  readonly problems: readonly SearchProblem[];
  /** Replaces the link: a slider's way is no way back. */
  readonly update: (patch: Partial<ExhibitState>) => void;
  /** Sets one parameter, or says why not. */
  readonly setParam: (name: string, value: number | string | boolean) => string | null;
}

export function useExhibitState(kernel: Kernel, exhibit: Exhibit): ExhibitStateHandle {
  const navigate = useNavigate();
  const spec = useMemo(() => specOf(kernel, exhibit), [kernel, exhibit]);
  const { state, problems } = useSearch({
    strict: false,
    select: search => decodeExhibit(search as FlatSearch, spec),
    // What a new link leaves as it was stays the same object: nothing that follows from it is made again.
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<ExhibitState>) =>
      void navigate({
        to: '.',
        search: encodeExhibit({ ...state, ...patch }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, state],
  );
  const setParam = useCallback(
    (name: string, value: number | string | boolean) => {
      const checked = spec.check({ ...state.params, [name]: value });
      if (!checked.ok) return `${checked.error.field}: ${checked.error.message}`;
      const isCompiled = kernel.fields.some(field => field.name === name && field.binds === 'compile');
      update({ params: checked.value, ...placeIn(state, spec.ctas(checked.value), isCompiled) });
      return null;
    },
    [kernel, spec, state, update],
  );
  return { state, problems, update, setParam };
}

/** Another program numbers its requests anew, and a smaller launch may not have the CTA. */
const placeIn = ({ cta, request }: ExhibitState, ctas: number, isCompiled: boolean) => ({
  cta: cta < ctas ? cta : 0,
  request: isCompiled ? 0 : request,
});
