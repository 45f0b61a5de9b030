/** The state of the page, which is its link. */
import { useMemo } from 'react';
import type { LinkCodec } from '../../../state/link-codec.ts';
import type { PipelinePageState } from '../../links/pipeline.ts';
import type { PipelineVariant } from '../../links/pipeline-variant.ts';
import { type LinkState, useLinkState } from '../use-link-state.ts';

export interface PipelineHandle extends LinkState<PipelinePageState> {
  readonly change: (at: number, patch: Partial<PipelineVariant>) => void;
}

/** `link`: of a page that has more in its link, too. */
export function usePipelineState(link: LinkCodec<PipelinePageState>): PipelineHandle {
  const handle = useLinkState(link);
  return useMemo(() => {
    const change = (at: number, patch: Partial<PipelineVariant>) =>
      handle.update(({ variants, ...before }) => ({
        ...before,
        variants: variants.map((variant, i) => (i === at ? { ...variant, ...patch } : variant)),
      }));
    return { ...handle, change };
  }, [handle]);
}
