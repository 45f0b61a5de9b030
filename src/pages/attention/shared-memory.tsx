/** Shared memory that the tile takes, and how O and V share it. */

import { useMemo } from 'react';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { SharedBudget } from '../../pictures/shared-budget/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Scenario } from '../../trace/scenario.ts';
import css from './attention-page.module.css';

interface SharedMemoryProps {
  readonly scenario: Scenario;
  readonly theme: Theme;
}

export function SharedMemory({ scenario: { buffers }, theme }: SharedMemoryProps) {
  const records = useMemo(() => ({ buffers, mostBytes: CTA_SHARED_BYTES }), [buffers]);
  return (
    <section className={css.budget} aria-label="Shared memory">
      <SharedBudget {...usePictureScale()} records={records} theme={theme} source="predicted" />
      <details>
        <summary>O is written where V was</summary>
        <p>
          smem_o and smem_v are one union, padded where O is larger. So the warpgroups wait for each other before they
          write it, and the producer waits until O is stored before it loads the first V of the next tile. The buffers
          are drawn in the order of the timeline; in the kernel, V comes first.
        </p>
      </details>
    </section>
  );
}
