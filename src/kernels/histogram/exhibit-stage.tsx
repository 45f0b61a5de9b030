/** The histogram's pictures per variant: its rounds, one request of them, and what there is to count. */

import { useMemo } from 'react';
import { LANES } from '../../base/hardware.ts';
import { valueHistogram } from '../../model/values/value-histogram.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { FileStage, StageProps, Subject } from '../../panels/exhibit.ts';
import { type PictureSteps, StepPictures, stepFigures } from '../../panels/step-pictures.tsx';
import { type Shared, sharedBy } from '../../panels/tile-records.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import { coalescingFigure } from '../../pictures/coalescing/figure.ts';
import { Coalescing } from '../../pictures/coalescing/index.tsx';
import type { Figure } from '../../pictures/figure.ts';
import { Histogram } from '../../pictures/histogram/index.tsx';
import type { CoalescingRecords } from '../../pictures/records.ts';
import { defaultView } from '../../pictures/view.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { binsOf, launchOf } from './launch.ts';
import { schema } from './params.ts';
import { stepsOf } from './steps.ts';
import type { HistogramVariant } from './variants.ts';

export function changed({ id, tile }: VariantView): string {
  if (tile === null) return 'no shared memory';
  const texts: Partial<Record<HistogramVariant, string>> = {
    'shared-replicated': `${tile.rows} copies, pitch ${tile.pitchElements} words`,
    'vector-loads': `${tile.rows} copies for many rounds`,
    'warp-aggregated': 'one lane adds for all of a bin',
    'lost-updates': 'load, add, store',
    'no-clear': 'counts not set to 0',
  };
  return texts[id as HistogramVariant] ?? 'one copy per CTA';
}

export function stepsFor(id: string, { params, side }: Pick<Subject, 'params' | 'side'>): PictureSteps {
  const p = schema.parse(params);
  return {
    steps: stepsOf(id as HistogramVariant, p, side),
    labelled: side === 'store' ? 'round' : 'copy',
    warps: p.threads / LANES,
  };
}

export function Stage(props: StageProps) {
  const { views, compact, theme } = props;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={changed}>
      {view => <Pictures view={view} stage={props} shared={shared} />}
    </VariantColumns>
  );
}

interface PicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
}

function Pictures({ view, stage, shared }: PicturesProps) {
  const { params, side } = stage.subject;
  const { id } = view;
  const steps = useMemo(() => stepsFor(id, { params, side }), [id, params, side]);
  return (
    <>
      {view.tile === null && <GlobalRequest view={view} stage={stage} />}
      <StepPictures view={view} stage={stage} shared={shared} {...steps} />
      {!stage.compact && <Input stage={stage} />}
    </>
  );
}

/** Without counts in shared memory no bank is used: the lanes of a request meet in sectors of the result. */
function GlobalRequest({ view, stage }: Omit<PicturesProps, 'shared'>) {
  const { theme, highlight, selection, onHover, onSelect, subject } = stage;
  const common = { theme, highlight, selection, onHover, onSelect, ...usePictureScale() };
  const { source, view: best } = bestSource(view);
  const { access } = best;
  const records = useMemo(() => globalRecords(access, subject), [access, subject]);
  if (records === null) return <AbsentPicture title="Request" why="The warp makes no such access." />;
  return <Coalescing {...common} source={source} records={records} />;
}

function globalRecords(
  access: CoalescingRecords['access'] | null,
  { params, side }: Pick<Subject, 'params' | 'side'>,
): CoalescingRecords | null {
  if (access === null) return null;
  const name = side === 'load' ? 'in' : 'out';
  const start = bufferAddresses(launchOf('global-atomics', schema.parse(params))).get(name)!;
  return { access, origin: { name, byteAddress: start } };
}

/** The elements to count: the fuller a bar, the more often lanes meet in that bin. */
function Input({ stage }: { readonly stage: StageProps }) {
  const { theme, subject } = stage;
  const { params } = subject;
  const scale = usePictureScale();
  const records = useMemo(() => {
    const bytes = new Uint8Array(binsOf(schema.parse(params)).buffer);
    return { name: 'in', histogram: valueHistogram(bytes, 'u32'), greatestCount: null };
  }, [params]);
  return <Histogram theme={theme} {...scale} source="predicted" records={records} maxHeight={INPUT_PX} />;
}

const INPUT_PX = 90;

/** The same pictures for a file. */
export function figures(view: VariantView, stage: FileStage, width: number): Figure[] {
  const { source, view: best } = bestSource(view);
  const records = view.tile === null ? globalRecords(best.access, stage.subject) : null;
  const at = { ...defaultView(stage.theme, source, width), selection: stage.selection };
  return [
    ...(records ? [coalescingFigure(records, at)] : []),
    ...stepFigures(view, stage, stepsFor(view.id, stage.subject), width),
  ];
}
