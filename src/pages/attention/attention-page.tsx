/** The schedule of FlashAttention-3's forward pass: tiles, shared memory, who overlaps with whom, and what it saves. */

import { Drawer } from '../../panels/kit/drawer.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { ModelLimits } from '../../panels/pipeline/model-limits.tsx';
import { PipelineEvidence } from '../../panels/pipeline/pipeline-evidence.tsx';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { PipelineTransport } from '../../panels/pipeline/pipeline-transport.tsx';
import layout from '../kit/exhibit-layout.module.css';
import { LinkProblems } from '../kit/link-problems.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { pipelineSlide } from '../kit/pipeline/pipeline-slide.ts';
import { AttentionExport } from './attention-export.tsx';
import { AttentionLeftOut } from './attention-left-out.tsx';
import css from './attention-page.module.css';
import { AttentionRail } from './attention-rail.tsx';
import { ledeOf, titleOf } from './attention-words.ts';
import { EmbedView } from './embed-view.tsx';
import { NamedBarriers } from './named-barriers.tsx';
import { QueryEmptyStory } from './query-empty-story.tsx';
import { Gains } from './saved-time.tsx';
import { ScheduleOrders } from './schedule-orders.tsx';
import { SharedMemory } from './shared-memory.tsx';
import { TileTable } from './tile-table.tsx';
import { type AttentionModel, useAttention } from './use-attention.ts';

export function AttentionPage() {
  const model = useAttention();
  const { state, sides, isBusy, playback, theme } = model;
  if (state.embed) return <EmbedView model={model} />;
  return (
    <div className={layout.page}>
      <Header model={model} />
      <aside className={`pane ${layout.rail}`} aria-label="Parameters">
        <AttentionRail model={model} />
      </aside>
      <Stage model={model} />
      <ScrollRegion group="Evidence" className={layout.evidence}>
        {sides.length > 0 && <PipelineEvidence sides={sides} subject="one CTA, one head" isBusy={isBusy} />}
      </ScrollRegion>
      <div className={layout.transport}>
        <PipelineTransport playback={playback} theme={theme} origin={null} />
      </div>
    </div>
  );
}

const Header = ({ model }: { readonly model: AttentionModel }) => (
  <PageHeader
    place={['Attention', 'FlashAttention-3']}
    slide={() => pipelineSlide(model, ledeOf(model.state, model.sides))}
  >
    <AttentionExport model={model} />
    <Drawer label="Parameters">
      <AttentionRail model={model} />
    </Drawer>
  </PageHeader>
);

function Stage({ model }: { readonly model: AttentionModel }) {
  const { state, problems, update, sides, theme, isBusy } = model;
  return (
    <div id="picture" className={layout.stage} tabIndex={-1}>
      <div className={`pane ${layout.pictures}`}>
        <h1>{titleOf(state)}</h1>
        <p className={`reading dim ${layout.lede}`}>{ledeOf(state, sides)}</p>
        <LinkProblems problems={problems} />
        <TileTable state={state} update={update} />
        <div className={layout.drawn} data-stale={isBusy || undefined}>
          <Drawn model={model} />
        </div>
        {sides.length > 0 && <SharedMemory scenario={sides[0].scenario} theme={theme} />}
        <div className={css.parts}>
          <QueryEmptyStory state={state} update={update} />
          <ScheduleOrders variant={state.variant} />
          <ModelLimits />
          <AttentionLeftOut />
        </div>
      </div>
    </div>
  );
}

function Drawn({ model: { state, sides, theme, view, parts } }: { readonly model: AttentionModel }) {
  if (sides.length === 0) return null;
  return (
    <>
      <Gains sides={sides} />
      <PipelineStage sides={sides} theme={theme} view={view} parts={parts} compact={state.versus === 'all'} />
      <NamedBarriers scenario={sides[0].scenario} />
    </>
  );
}
