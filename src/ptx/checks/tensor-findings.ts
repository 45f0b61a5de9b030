/** The words of what is wrong with the order in which a CTA's tensor memory is used. */
import type { Fault, FaultPlace, Hazard } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { briefly, placeOf, toldOf, whereWords } from '../machine/faults.ts';
import { addressWords } from '../machine/tensor-memory.ts';
import type { TensorUse } from '../machine/watch.ts';
import type { Lack } from './tensor-order.ts';

const placeOfUse = ({ operation, warp }: TensorUse): FaultPlace => placeOf(warp.cta.grid.files, operation);
const whoOfUse = ({ warp, lane }: TensorUse) => ({ cta: warp.cta.number, warp: warp.index, lane });

/** "'tcgen05.ld …' (line 12, CTA 0, warp 3)". */
function otherWords(use: TensorUse): string {
  const place = placeOfUse(use);
  return `'${briefly(place.instruction)}' (${whereWords(place, whoOfUse(use))})`;
}

const FENCES_SEEN =
  "Kernels of CUTLASS order such uses by mbarriers alone, without this fence, and run right; the manual's patterns have it.";

/** How the end of an instruction is known. */
const waitOf = ({ kind }: TensorUse): string =>
  kind === 'ld' || kind === 'st'
    ? `before its warp has waited for that by tcgen05.wait::${kind}`
    : 'before a wait at an mbarrier to which tcgen05.commit has told it that it is over';

/** `address`: the first cell that both touch. */
export function reportLack(cta: Cta, later: TensorUse, earlier: TensorUse, lack: Lack, address: number): void {
  const { log } = cta.grid;
  const [pc, other] = [later.operation.pc, earlier.operation.pc];
  const told = (says: string) => toldOf(later.warp, later.operation, later.lane, says);
  const cells = `tensor memory at ${addressWords(address)}`;
  if (lack === 'wait') {
    const says = `touches ${cells}, which ${otherWords(earlier)} uses, ${waitOf(earlier)}`;
    log.reportAt('missingWait', pc, other, () => ({ kind: 'missingWait', ...told(says) }));
  } else if (lack === 'race') {
    const between = later.warp.cta === earlier.warp.cta ? 'warps' : 'ctas';
    log.reportAt(`race of ${between}`, pc, other, () => raceOf(later, earlier, address, between));
  } else {
    const make = (): Hazard => ({
      kind: 'missingFence',
      remedy: 'tensor',
      seen: FENCES_SEEN,
      ...told(
        `touches ${cells} with no ${FENCE_NAMES[lack]} ${lack === 'before' ? 'behind' : 'since'} ${otherWords(earlier)}`,
      ),
    });
    log.reportHazardAt('missingFence', pc, other, make);
  }
}

const FENCE_NAMES = {
  before: 'tcgen05.fence::before_thread_sync',
  after: 'tcgen05.fence::after_thread_sync',
} as const;

function raceOf(later: TensorUse, earlier: TensorUse, address: number, between: 'warps' | 'ctas'): Fault {
  const says = `and ${otherWords(earlier)} both touch tensor memory at ${addressWords(address)}, with no barrier between them`;
  return {
    kind: 'race',
    ...toldOf(later.warp, later.operation, later.lane, says),
    address,
    interval: later.warp.interval,
    other: { place: placeOfUse(earlier), who: whoOfUse(earlier) },
    between,
  };
}

/** A read of a cell that nothing has written. */
export function reportUnwritten(cta: Cta, use: TensorUse, address: number): void {
  const { pc } = use.operation;
  const says = `reads tensor memory at ${addressWords(address)}, which nothing has written`;
  cta.grid.log.reportDoubtAt('uninitialisedRead', pc, pc, () => ({
    kind: 'uninitialisedRead',
    ...toldOf(use.warp, use.operation, use.lane, says),
    address,
  }));
}
