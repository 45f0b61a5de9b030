/** The exhibit's state, read from the link and written back to it. */
import { useCallback, useMemo } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import type { Params } from '../../../contract/param-field.ts';
import type { Kernel } from '../../../kernels/kernel.ts';
import type { Exhibit } from '../../../panels/exhibit.ts';
import { type ExhibitState, exhibitLink, usualVariants } from '../../../state/exhibit-link.ts';
import type { LinkCodec } from '../../../state/link-codec.ts';
import { type LinkState, useLinkState } from '../use-link-state.ts';

export const linkOf = (kernel: Kernel, exhibit: Exhibit): LinkCodec<ExhibitState> =>
  exhibitLink({
    variantIds: kernel.variants.map(variant => variant.id),
    defaultVariants: exhibit.defaultVariants,
    variantsFor: exhibit.variantsFor,
    archs: kernel.archs,
    defaultArch: kernel.archs.includes('sm_90') ? 'sm_90' : kernel.archs[0],
    defaultSide: exhibit.defaultSide ?? 'load',
    onlyStore: exhibit.onlyStore,
    defaultRequest: exhibit.defaultRequest,
    defaults: kernel.defaults,
    perVariant: exhibit.perVariant,
    check: kernel.schema.check,
    ctas: params => ctasOf(kernel, kernel.variants[0].id, params),
  });

export function ctasOf(kernel: Kernel, variant: string, params: Params): number {
  const [x, y, z] = kernel.launch(variant, params).grid;
  return x * y * z;
}

export interface ExhibitStateHandle extends LinkState<ExhibitState> {
  readonly link: LinkCodec<ExhibitState>;
  /** Sets parameters together, or says what is wrong with which. */
  readonly setParams: (patch: Params, variants?: readonly string[]) => FieldError | null;
}

export function useExhibitState(kernel: Kernel, exhibit: Exhibit): ExhibitStateHandle {
  const link = useMemo(() => linkOf(kernel, exhibit), [kernel, exhibit]);
  const handle = useLinkState(link);
  const { update } = handle;
  const setParams = useCallback(
    (patch: Params, variants?: readonly string[]) => {
      const isCompiled = kernel.fields.some(field => Object.hasOwn(patch, field.name) && field.binds === 'compile');
      let refused: FieldError | null = null;
      update(before => {
        const params = { ...before.params, ...patch };
        const checked = kernel.schema.check(params);
        if (!checked.ok) {
          refused = checked.error;
          return before;
        }
        // Variants that the user did not choose follow the parameters.
        const isUsual = before.variants.join() === usualVariants(exhibit, before.params).join();
        const shown = variants ?? (isUsual ? usualVariants(exhibit, params) : before.variants);
        // Another program numbers its requests anew.
        return { ...before, params, variants: shown, request: isCompiled ? 0 : before.request };
      });
      return refused;
    },
    [kernel, exhibit, update],
  );
  return { ...handle, link, setParams };
}
