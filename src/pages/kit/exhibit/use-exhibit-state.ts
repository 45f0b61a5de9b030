/** The exhibit's state, read from the link and written back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import type { Params } from '../../../contract/param-field.ts';
import type { Kernel } from '../../../kernels/kernel.ts';
import type { Exhibit } from '../../../panels/exhibit.ts';
import {
  decodeExhibit,
  type ExhibitSpec,
  type ExhibitState,
  encodeExhibit,
  type FlatSearch,
  type SearchProblem,
} from '../../../state/exhibit-search.ts';

export function specOf(kernel: Kernel, exhibit: Exhibit): ExhibitSpec {
  return {
    variantIds: kernel.variants.map(variant => variant.id),
    defaultVariants: exhibit.defaultVariants,
    archs: kernel.archs,
    defaultArch: kernel.archs.includes('sm_90') ? 'sm_90' : kernel.archs[0],
    defaultSide: exhibit.defaultSide ?? 'load',
    defaults: kernel.defaults,
    check: kernel.schema.check,
    ctas: params => ctasOf(kernel, kernel.variants[0].id, params),
  };
}

export function ctasOf(kernel: Kernel, variant: string, params: Params): number {
  const [x, y, z] = kernel.launch(variant, params).grid;
  return x * y * z;
}

export interface ExhibitStateHandle {
  readonly state: ExhibitState;
  readonly problems: readonly SearchProblem[];
  /** Replaces the link: a slider's way is no way back. */
  readonly update: (patch: Partial<ExhibitState>) => void;
  /** Sets parameters together, or says what is wrong with which. */
  readonly setParams: (patch: Params, variants?: readonly string[]) => FieldError | null;
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
  const setParams = useCallback(
    (patch: Params, variants: readonly string[] = state.variants) => {
      const checked = spec.check({ ...state.params, ...patch });
      if (!checked.ok) return checked.error;
      const isCompiled = kernel.fields.some(field => Object.hasOwn(patch, field.name) && field.binds === 'compile');
      update({ params: checked.value, variants, ...placeIn(state, spec.ctas(checked.value), isCompiled) });
      return null;
    },
    [kernel, spec, state, update],
  );
  return { state, problems, update, setParams };
}

/** Another program numbers its requests anew, and a smaller launch may not have the CTA. */
const placeIn = ({ cta, request }: ExhibitState, ctas: number, isCompiled: boolean) => ({
  cta: cta < ctas ? cta : 0,
  request: isCompiled ? 0 : request,
});
