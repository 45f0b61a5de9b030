/** The numbers of the model for a kernel of which nothing is known but its events. */
import { BAR_SYNC, defaultResources, MBARRIER, MMA_SYNC, WGMMA } from '../../model/pipeline/presets/machine-fields.ts';
import type { CtaEvents } from '../../ptx/events/warp-event.ts';
import type { Resources } from '../../trace/scenario.ts';

/** Defaults of the presets: the tensor cores at the rate of its products, arrivals as at its barriers. */
export function resourcesFor({ warps, mbarriers }: CtaEvents): Resources {
  const isAsync = warps.some(events => events.some(({ action }) => action.kind === 'product' && action.isAsync));
  return defaultResources(isAsync ? WGMMA : MMA_SYNC, mbarriers.size > 0 ? MBARRIER : BAR_SYNC);
}
