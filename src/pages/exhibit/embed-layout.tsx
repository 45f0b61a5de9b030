/** `?embed=1`, for slides: the pictures, one verdict a source, play, and the way to the whole page. */
import { Pause, Play } from 'lucide-react';
import { MISSING } from '../../base/numbers.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import type { SourceView, VariantView } from '../../panels/variant-view.ts';
import { useMeasurements } from '../../services/recordings/use-measurements.ts';
import { EmbedPage } from '../kit/embed-page.tsx';
import { slideTimes } from '../kit/share/slide-times.ts';
import { evidenceOf } from './evidence-records.ts';
import { LiveStage } from './live-stage.tsx';
import { timedKernel } from './slide-of.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function EmbedLayout({ model }: { model: ExhibitModel }) {
  const { exhibit, stage, playback, state, link } = model;
  const { playing, play } = playback;
  const PlayIcon = playing ? Pause : Play;
  const measured = useMeasuredWords(model);
  return (
    <EmbedPage
      title={exhibit.title(stage.views, stage.subject)}
      columns={1}
      said={{ ...countedWords(stage.views), measured: measured ?? '…' }}
      variants={measured === null ? null : countsOf(model)}
      search={link.encode({ ...state, embed: false, lock: [] })}
      actions={
        <IconButton label={playing ? 'Pause' : 'Play'} onClick={() => play(!playing)}>
          <PlayIcon size={14} strokeWidth={1.75} />
        </IconButton>
      }
    >
      <LiveStage model={model} compact />
    </EmbedPage>
  );
}

/** null while a variant is still emulated for what the link says now. */
function countsOf({ variants }: ExhibitModel) {
  if (variants.some(({ view }) => view.emulated.state === 'running' || isStale(view))) return null;
  return variants.map(({ view, ptx }) => ({
    variant: view.id,
    evidence: evidenceOf(view, ptx.data?.provenance ?? ''),
  }));
}

const isStale = ({ emulated }: VariantView): boolean => emulated.state === 'done' && emulated.stale;

/** '2.25 µs vs 1.30 µs', and behind a colon how they were measured; null while they are fetched. */
function useMeasuredWords(model: ExhibitModel): string | null {
  const timed = timedKernel(model);
  const { measurements, isStale, isPending } = useMeasurements(timed.kernel);
  if (isPending) return null;
  const { of, said } = slideTimes(timed, measurements, isStale);
  if (said.length === 0) return 'not measured yet';
  const times = model.stage.views.map(({ badge }) => of.get(badge)?.value ?? MISSING).join(' vs ');
  return `${times}: ${said[0].words}`;
}

const countedWords = (views: readonly VariantView[]) => ({
  predicted: wavefronts(views, view => view.predicted),
  emulated: wavefronts(views, view => (view.emulated.state === 'done' ? view.emulated.view : null)),
});

/** '32 vs 1 wavefronts'. */
const wavefronts = (views: readonly VariantView[], of: (view: VariantView) => SourceView | null): string =>
  `${views.map(view => of(view)?.cost?.wavefronts ?? MISSING).join(' vs ')} wavefronts`;
