/** The attention ladder: one version's pipeline as predicted, emulated and measured, beside another's; and what it is made of. */
import { Drawer } from '../../panels/kit/drawer.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { ModelLimits } from '../../panels/pipeline/model-limits.tsx';
import { PipelineEvidence } from '../../panels/pipeline/pipeline-evidence.tsx';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { PipelineTransport } from '../../panels/pipeline/pipeline-transport.tsx';
import layout from '../kit/exhibit-layout.module.css';
import { Link } from '../kit/link.tsx';
import { LinkProblems } from '../kit/link-problems.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { usePipeline } from '../kit/pipeline/use-pipeline.ts';
import { whoWords } from '../kit/pipeline/who-words.ts';
import { useLinkState } from '../kit/use-link-state.ts';
import { ladderLink } from '../links/pipeline.ts';
import { HiddenTable } from './hidden-table.tsx';
import { KernelParts } from './kernel-parts.tsx';
import { LadderBudget } from './ladder-budget.tsx';
import { LadderEmbed } from './ladder-embed.tsx';
import { LadderExport } from './ladder-export.tsx';
import css from './ladder-page.module.css';
import { LadderRail } from './ladder-rail.tsx';
import type { LadderModel } from './model.ts';
import { SoftmaxSteps } from './softmax-steps.tsx';
import { ValueWayPanel } from './value-way-panel.tsx';
import { WrongVersions } from './wrong-versions.tsx';

export function LadderPage() {
  const model = usePipeline(ladderLink);
  const { state, update } = useLinkState(ladderLink);
  const { sides, isBusy, playback, theme, origin } = model;
  if (state.embed) return <LadderEmbed model={model} />;
  return (
    <div className={layout.page}>
      <PageHeader place={['Attention', model.edited.preset.title]}>
        <LadderExport model={model} lit={state} />
        <Drawer label="Parameters">
          <LadderRail model={model} />
        </Drawer>
      </PageHeader>
      <aside className={`pane ${layout.rail}`} aria-label="Parameters">
        <LadderRail model={model} />
      </aside>
      <div id="picture" className={layout.stage} tabIndex={-1}>
        <div className={`pane stack ${layout.pictures}`}>
          <Drawn model={model} />
          <div className={`stack ${css.parts}`}>
            <HiddenTable sides={sides} />
            <LadderBudget model={model} />
            <ValueWayPanel state={state} update={update} theme={theme} />
            <SoftmaxSteps step={state.step} onStep={step => update({ step })} />
            <KernelParts />
            <WrongVersions />
          </div>
          <ModelLimits />
        </div>
      </div>
      <ScrollRegion group="Evidence" className={layout.evidence}>
        {sides.length > 0 && <PipelineEvidence sides={sides} subject="one CTA, one head" isBusy={isBusy} />}
      </ScrollRegion>
      <div className={layout.transport}>
        <PipelineTransport playback={playback} theme={theme} origin={origin} />
      </div>
    </div>
  );
}

function Drawn({ model }: { readonly model: LadderModel }) {
  const { state, sides, theme, view, parts, isBusy, problems, variants } = model;
  return (
    <div className="stack">
      <h1>{variants.map(({ preset }) => preset.title).join(' and ')}</h1>
      <p className="reading dim">
        {sides.length > 0 && `${whoWords(sides[0].scenario)}. `}
        {model.edited.preset.about} <Link to="/attention/published">Tiles and schedule of FlashAttention-3</Link>
      </p>
      <LinkProblems problems={problems} />
      {variants.map(
        ({ letter, error }) =>
          error && <p key={letter} role="alert" className="bad">{`${letter}: ${error.message}`}</p>,
      )}
      <div className={layout.drawn} data-stale={isBusy || undefined}>
        {sides.length > 0 && (
          <PipelineStage {...{ sides, theme, view, parts }} align={state.align} compact={sides.length > 1} />
        )}
      </div>
    </div>
  );
}
