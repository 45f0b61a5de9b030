/**
 * Copies on their way from shared to device memory. Until their thread has waited for their group (`cp.async.bulk.wait_group`, without
 * `.read`), what they write is not there: a thread of their own cluster may neither read nor write it. With accesses of other clusters
 * `GlobalAccesses` compares them, as it does all writes.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { BulkEvent, LeavingCopy } from '../machine/bulk-copy.ts';
import { elementAt } from '../machine/element-names.ts';
import { briefly, partyWords, placeOf, toldOf } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';

interface UnderWay {
  readonly copy: LeavingCopy;
  /** All of its pieces lie between. */
  readonly start: number;
  readonly end: number;
}

export class LeavingCopies {
  #underWay: UnderWay[] = [];

  /** A new cluster. */
  start(): void {
    this.#underWay = [];
  }

  bulkCopied({ kind, copy }: BulkEvent): void {
    if (kind === 'sent') this.#underWay.push({ copy, ...extentOf(copy) });
    else if (kind === 'leaving') this.#underWay = this.#underWay.filter(one => one.copy !== copy);
  }

  /** Lanes are about to access the bytes of device memory at `warp.at`. */
  accessed(warp: Warp, operation: Operation, { widthBytes, effect }: AccessForm, mask: number): void {
    if (this.#underWay.length === 0) return;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const at = warp.at[lane];
      for (const { copy, start, end } of this.#underWay) {
        const isApart = at + widthBytes <= start || at >= end || (effect === 'update' && copy.combine !== null);
        if (!isApart && touches(copy, at, widthBytes)) report(warp, operation, lane, copy);
      }
    }
  }
}

function extentOf({ pieces: { other, insideBytes } }: LeavingCopy): Pick<UnderWay, 'start' | 'end'> {
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < other.length; i++) {
    if (insideBytes[i] === 0) continue;
    start = Math.min(start, other[i]);
    end = Math.max(end, other[i] + insideBytes[i]);
  }
  return { start, end };
}

const touches = ({ pieces: { other, insideBytes } }: LeavingCopy, at: number, bytes: number): boolean =>
  other.some((start, i) => at < start + insideBytes[i] && at + bytes > start);

function report(warp: Warp, operation: Operation, lane: number, { issuer, data }: LeavingCopy): void {
  const { grid } = warp.cta;
  grid.log.reportAt('missingWait', operation.pc, issuer.operation.pc, () => {
    const by = { cta: issuer.warp.cta.number, warp: issuer.warp.index, lane: issuer.lane };
    const copy = { place: placeOf(grid.files, issuer.operation), who: by };
    const waited = data === null ? '' : ': wait_group.read is only for the source';
    const told = toldOf(
      ...([warp, operation, lane] as const),
      `touches ${elementAt(grid.global, warp.at[lane])} before '${briefly(copy.place.instruction)}' (${partyWords(copy, placeOf(grid.files, operation))}), which writes it asynchronously, was waited for by cp.async.bulk.wait_group${waited}`,
    );
    return { kind: 'missingWait', ...told };
  });
}
