/** `?embed=1`, for slides: the pictures, one verdict a source, play, and the way to the whole page. */
import { Pause, Play } from 'lucide-react';
import { MISSING } from '../../base/numbers.ts';
import { EmbedFoot } from '../../panels/embed-foot.tsx';
import type { SourceView, VariantView } from '../../panels/variant-view.ts';
import css from './embed-layout.module.css';
import { linkTo } from './link-to.ts';
import { LiveStage } from './live-stage.tsx';
import type { ExhibitModel } from './use-exhibit.ts';

export function EmbedLayout({ model }: { model: ExhibitModel }) {
  const { exhibit, stage, playback, state, link } = model;
  const PlayIcon = playback.playing ? Pause : Play;
  return (
    <main className={css.page}>
      <h1 className="visually-hidden">{exhibit.title(stage.views, stage.subject)}</h1>
      <LiveStage model={model} compact />
      <EmbedFoot said={saidOf(stage.views)} link={linkTo(link.encode({ ...state, embed: false, lock: [] }))}>
        <button
          type="button"
          className="mark card"
          aria-label={playback.playing ? 'Pause' : 'Play'}
          onClick={() => playback.play(!playback.playing)}
        >
          <PlayIcon size={14} strokeWidth={1.75} />
        </button>
      </EmbedFoot>
    </main>
  );
}

const saidOf = (views: readonly VariantView[]) => ({
  predicted: `${wavefronts(views, view => view.predicted)} wavefronts`,
  emulated: wavefronts(views, view => (view.emulated.state === 'done' ? view.emulated.view : null)),
  measured: 'recorded times: on the whole page',
});

/** '32 vs 1'. */
const wavefronts = (views: readonly VariantView[], of: (view: VariantView) => SourceView | null): string =>
  views.map(view => of(view)?.cost?.wavefronts ?? MISSING).join(' vs ');
