/** The state of the page, which is its link. */
import { useMemo } from 'react';
import { type PipelinePageState, pipelineLink } from '../../links/pipeline.ts';
import type { PipelineVariant } from '../../links/pipeline-variant.ts';
import { type LinkState, useLinkState } from '../use-link-state.ts';

export interface PipelineHandle extends LinkState<PipelinePageState> {
  readonly change: (at: number, patch: Partial<PipelineVariant>) => void;
}

export function usePipelineState(): PipelineHandle {
  const handle = useLinkState(pipelineLink);
  return useMemo(() => {
    const change = (at: number, patch: Partial<PipelineVariant>) =>
      handle.update(({ variants, ...before }) => ({
        ...before,
        variants: variants.map((variant, i) => (i === at ? { ...variant, ...patch } : variant)),
      }));
    return { ...handle, change };
  }, [handle]);
}
