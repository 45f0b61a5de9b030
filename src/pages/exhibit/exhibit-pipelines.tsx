/** The pipelines of the variants shown, predicted and replayed from their PTX. Loaded when their place comes into view. */

import { ChartGantt } from 'lucide-react';
import { useMemo } from 'react';
import { counterpartsOf } from '../../kernels/counterparts.ts';
import type { VariantPipeline } from '../../panels/exhibit.ts';
import { EmulatedKernels } from '../../panels/pipeline/emulated-kernel.tsx';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { PipelineStage, type StageParts } from '../../panels/pipeline/pipeline-stage.tsx';
import { PipelineVerdict } from '../../panels/pipeline/pipeline-verdict.tsx';
import { useStageView } from '../../panels/pipeline/stage-view.ts';
import { BADGES } from '../../panels/variant-view.ts';
import type { VariantLetter } from '../../pictures/records.ts';
import { Link } from '../kit/link.tsx';
import { useReplay } from '../kit/pipeline/use-replay.ts';
import { runAtOnce } from '../kit/pipeline/use-runs.ts';
import { variantScenario } from '../kit/pipeline/variant-scenario.ts';
import { pipelineLink } from '../links/pipeline.ts';
import type { PipelineVariant } from '../links/pipeline-variant.ts';
import type { ExhibitModel } from './use-exhibit.ts';

const PARTS: StageParts = { traces: false, units: true, criticalPath: false, under: ['emulated'] };

export function ExhibitPipelines({ model }: { model: ExhibitModel }) {
  const { theme } = model;
  const told = usePipelines(model);
  // Four slots, always in this order: a hook each, whatever the page shows.
  const a = useSide(told[0]);
  const b = useSide(told[1]);
  const c = useSide(told[2]);
  const d = useSide(told[3]);
  const sides = useMemo(() => [a, b, c, d].filter(side => side !== null), [a, b, c, d]);
  const view = useStageView(0);
  if (sides.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="pipelines">
      <Head told={told} />
      <PipelineStage sides={sides} theme={theme} view={view} parts={PARTS} compact />
      <PipelineVerdict sides={sides} />
      <EmulatedKernels sides={sides} />
    </section>
  );
}

const Head = ({ told }: { readonly told: readonly Told[] }) => (
  <header className="head">
    <h2 id="pipelines">Pipeline of a CTA</h2>
    <small>whole tiles; cycles are those of a model, order and amounts are exact</small>
    <Link to="/pipeline" search={linkOf(told)} className="button">
      <ChartGantt size={16} strokeWidth={1.75} aria-hidden /> Open in Pipeline
    </Link>
  </header>
);

interface Told {
  readonly letter: VariantLetter;
  readonly title: string;
  readonly pipeline: VariantPipeline;
}

/** The same objects while variants and parameters are the same. */
function usePipelines({ kernel, exhibit, stage: { views, subject } }: ExhibitModel): readonly Told[] {
  const { params } = subject;
  const ids = views.map(({ id }) => id).join(' ');
  return useMemo(
    () =>
      ids.split(' ').flatMap((id, i) => {
        const pipeline = exhibit.pipeline?.(id, params) ?? null;
        const { title } = kernel.variants.find(variant => variant.id === id)!;
        return pipeline === null ? [] : [{ letter: BADGES[i], title, pipeline }];
      }),
    [kernel, exhibit, ids, params],
  );
}

const counterpartOf = ({ preset, version }: VariantPipeline) =>
  counterpartsOf(preset).find(counterpart => counterpart.version === version);

function variantOf(pipeline: VariantPipeline): PipelineVariant {
  const counterpart = counterpartOf(pipeline);
  const kernel = counterpart?.flaw ? counterpart.version : null;
  return { preset: pipeline.preset, changes: pipeline.values, parities: {}, own: null, kernel };
}

const linkOf = (told: readonly Told[]) =>
  pipelineLink.encode({ ...pipelineLink.defaults, variants: told.map(({ pipeline }) => variantOf(pipeline)) });

const NO_VALUES = {};

function useSide(told: Told | undefined): PipelineSide | null {
  const pipeline = told?.pipeline;
  const version = (pipeline && counterpartOf(pipeline)?.version) ?? null;
  const emulated = useReplay(version, pipeline?.values ?? NO_VALUES, true);
  return useMemo(() => {
    if (told === undefined) return null;
    const scenario = variantScenario(variantOf(told.pipeline), null);
    const run = scenario.ok ? runAtOnce(scenario.value) : null;
    if (!scenario.ok || run === null) return null;
    const { letter, title } = told;
    return { letter, title, scenario: scenario.value, source: 'predicted', run, emulated, measured: null };
  }, [told, emulated]);
}
