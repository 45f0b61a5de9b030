/** The exhibit's state, read from the link and written back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import type { Params } from '../../../contract/param-field.ts';
import type { Kernel } from '../../../kernels/kernel.ts';
import type { Exhibit } from '../../../panels/exhibit.ts';
import { type ExhibitState, exhibitLink } from '../../../state/exhibit-link.ts';
import type { FlatSearch, LinkCodec, LinkProblem } from '../../../state/link-codec.ts';

export const linkOf = (kernel: Kernel, exhibit: Exhibit): LinkCodec<ExhibitState> =>
  exhibitLink({
    variantIds: kernel.variants.map(variant => variant.id),
    defaultVariants: exhibit.defaultVariants,
    archs: kernel.archs,
    defaultArch: kernel.archs.includes('sm_90') ? 'sm_90' : kernel.archs[0],
    defaultSide: exhibit.defaultSide ?? 'load',
    defaults: kernel.defaults,
    check: kernel.schema.check,
    ctas: params => ctasOf(kernel, kernel.variants[0].id, params),
  });

export function ctasOf(kernel: Kernel, variant: string, params: Params): number {
  const [x, y, z] = kernel.launch(variant, params).grid;
  return x * y * z;
}

export interface ExhibitStateHandle {
  readonly state: ExhibitState;
  readonly problems: readonly LinkProblem[];
  readonly link: LinkCodec<ExhibitState>;
  /** Replaces the link: a slider's way is no way back. */
  readonly update: (patch: Partial<ExhibitState>) => void;
  /** Sets parameters together, or says what is wrong with which. */
  readonly setParams: (patch: Params, variants?: readonly string[]) => FieldError | null;
}

export function useExhibitState(kernel: Kernel, exhibit: Exhibit): ExhibitStateHandle {
  const navigate = useNavigate();
  const link = useMemo(() => linkOf(kernel, exhibit), [kernel, exhibit]);
  const { state, problems } = useSearch({
    strict: false,
    select: search => link.decode(search as FlatSearch),
    // What a new link leaves as it was stays the same object: nothing that follows from it is made again.
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<ExhibitState>) =>
      void navigate({
        to: '.',
        search: link.encode({ ...state, ...patch }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, link, state],
  );
  const setParams = useCallback(
    (patch: Params, variants: readonly string[] = state.variants) => {
      const checked = kernel.schema.check({ ...state.params, ...patch });
      if (!checked.ok) return checked.error;
      const isCompiled = kernel.fields.some(field => Object.hasOwn(patch, field.name) && field.binds === 'compile');
      // Another program numbers its requests anew.
      update({ params: checked.value, variants, ...(isCompiled ? { request: 0 } : {}) });
      return null;
    },
    [kernel, state, update],
  );
  return { state, problems, link, update, setParams };
}
