/** The pictures of one request: banks for shared memory, sectors for global and local memory, a sentence for the rest. */
import { useState } from 'react';
import { AbsentPicture } from '../../../panels/absent-picture.tsx';
import { usePictureScale } from '../../../panels/use-picture-scale.ts';
import { BankMap } from '../../../pictures/bank-map/index.tsx';
import { Coalescing } from '../../../pictures/coalescing/index.tsx';
import { PunchCard } from '../../../pictures/punch-card/index.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import type { Highlight } from '../../../pictures/view.ts';
import {
  type AccessCostRecords,
  BANK_MAP_PX,
  coalescingScale,
  hasLanes,
  type SharedAccessScale,
} from './access-records.ts';
import css from './results.module.css';

interface AccessPicturesProps {
  readonly records: AccessCostRecords;
  readonly theme: Theme;
  /** Scale shared with the access to compare with; null = it stands alone. */
  readonly scale: SharedAccessScale | null;
}

export function AccessPictures({ records, theme, scale }: AccessPicturesProps) {
  const sizes = usePictureScale();
  const [highlight, onHover] = useState<Highlight>(null);
  const [selection, onSelect] = useState<NonNullable<Highlight>['cell']>(null);
  const common = { theme, source: 'emulated', highlight, onHover, selection, onSelect, ...sizes } as const;
  if (records.by === 'addresses')
    return (
      <AbsentPicture
        title="No picture"
        why={records.access.space === 'cluster' ? THROUGH_THE_CLUSTER : ONE_AT_A_TIME}
      />
    );
  if (records.by === 'sectors')
    return <Coalescing {...common} records={records.records} scale={scale && coalescingScale(scale)} />;
  const { request } = records;
  const map = { layout: null, request, lineCount: scale?.lineCount ?? null };
  return (
    <div className={css.pictures}>
      <BankMap {...common} records={map} maxHeight={BANK_MAP_PX} />
      {hasLanes(request) && <PunchCard {...common} records={{ layout: null, request, rows: 'lanes' }} />}
    </div>
  );
}

const THROUGH_THE_CLUSTER =
  'Shared memory of other CTAs: the cost of an access through the cluster is not published, so none is drawn. The addresses can be exported, each with the rank of its CTA.';
const ONE_AT_A_TIME =
  'Constant memory serves one address at a time: different addresses are served one after another, wherever they lie.';
