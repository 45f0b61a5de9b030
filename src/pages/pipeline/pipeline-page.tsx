/** Pipelines: producers and consumers around a ring of stages, that run, stall and deadlock. */

import { BracesIcon } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { Drawer } from '../../panels/kit/drawer.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { ModelLimits } from '../../panels/pipeline/model-limits.tsx';
import { PipelineEvidence } from '../../panels/pipeline/pipeline-evidence.tsx';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { PipelineTransport } from '../../panels/pipeline/pipeline-transport.tsx';
import { Terms } from '../../panels/terms/terms.tsx';
import layout from '../kit/exhibit-layout.module.css';
import { LinkProblems } from '../kit/link-problems.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { pipelineSlide } from '../kit/pipeline/pipeline-slide.ts';
import { type PipelineModel, usePipeline } from '../kit/pipeline/use-pipeline.ts';
import { pipelineLink } from '../links/pipeline.ts';
import { EmbedView } from './embed-view.tsx';
import { oneMoreStage } from './one-more-stage.ts';
import { ledeOf, subjectOf, titleOf } from './page-words.ts';
import { PipelineExport } from './pipeline-export.tsx';
import { PipelineRail } from './pipeline-rail.tsx';
import { Problems } from './problems.tsx';

/** CodeMirror is larger than the rest of the page: it comes when it is asked for. */
const ScenarioEditor = latePart(async () => (await import('./editor/scenario-editor.tsx')).ScenarioEditor);

export function PipelinePage() {
  const model = usePipeline(pipelineLink);
  const { state, sides, isBusy, playback, theme, origin } = model;
  const subject = useMemo(() => subjectOf(sides), [sides]);
  if (state.embed) return <EmbedView model={model} />;
  return (
    <div className={layout.page}>
      <Header model={model} />
      <aside className={`pane ${layout.rail}`} aria-label="Parameters">
        <PipelineRail model={model} />
      </aside>
      <Stage model={model} />
      <ScrollRegion group="Evidence" className={layout.evidence}>
        {sides.length > 0 && <PipelineEvidence sides={sides} subject={subject} isBusy={isBusy} />}
      </ScrollRegion>
      <div className={layout.transport}>
        <PipelineTransport playback={playback} theme={theme} origin={origin} />
      </div>
    </div>
  );
}

const Header = ({ model }: { readonly model: PipelineModel }) => (
  <PageHeader
    place={['Pipelines', model.edited.preset.title]}
    first={<EditorButton model={model} />}
    slide={() => pipelineSlide(model, ledeOf(model.sides))}
  >
    <PipelineExport model={model} />
    <Drawer label="Parameters">
      <PipelineRail model={model} />
    </Drawer>
  </PageHeader>
);

const EditorButton = ({ model: { state, update } }: { readonly model: PipelineModel }) => (
  <button
    type="button"
    className="button"
    data-collapses
    aria-pressed={state.editor}
    onClick={() => update({ editor: !state.editor })}
  >
    <BracesIcon size={16} strokeWidth={1.75} aria-hidden /> <span>Edit scenario</span>
  </button>
);

function Stage({ model }: { readonly model: PipelineModel }) {
  const lede = useMemo(() => ledeOf(model.sides), [model.sides]);
  return (
    <div id="picture" className={layout.stage} tabIndex={-1}>
      <div className={`pane ${layout.pictures}`}>
        <h1>{titleOf(model)}</h1>
        <p className={`reading dim ${layout.lede}`}>
          <Terms text={lede} />
        </p>
        <LinkProblems problems={model.problems} />
        <Problems model={model} />
        {model.state.editor && (
          <Suspense fallback={<p className="waiting">Loading the editor …</p>}>
            <ScenarioEditor model={model} />
          </Suspense>
        )}
        <Drawn model={model} />
        <ModelLimits />
      </div>
    </div>
  );
}

const Drawn = ({ model }: { readonly model: PipelineModel }) => {
  const { state, sides, theme, view, parts, isBusy } = model;
  const remarkOn = (side: PipelineSide) => oneMoreStage(model, side);
  return (
    <div className={layout.drawn} data-stale={isBusy || undefined}>
      {sides.length > 0 && <PipelineStage {...{ sides, theme, view, parts, remarkOn }} align={state.align} />}
    </div>
  );
};
