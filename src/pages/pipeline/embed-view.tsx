/** `?embed=1`, for slides: the timelines, what each source says, and the way to the whole page. */
import { count } from '../../base/numbers.ts';
import { clkText, periodText, stepNoun } from '../../panels/pipeline/pipeline-quantities.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { verdictOf } from '../../panels/pipeline/pipeline-verdict.tsx';
import { EmbedPage } from '../kit/embed-page.tsx';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { pipelineLink } from '../links/pipeline.ts';
import { titleOf } from './page-words.ts';

export function EmbedView({ model }: { readonly model: PipelineModel }) {
  const { state, sides, theme, view, parts } = model;
  return (
    <EmbedPage
      title={titleOf(model)}
      columns={1}
      said={{
        predicted: sides.map(predictedWords).join('; '),
        emulated: verdictOf(sides).text,
        measured: measuredWords(sides),
      }}
      search={pipelineLink.encode({ ...state, embed: false })}
    >
      {sides.length > 0 && (
        <PipelineStage sides={sides} theme={theme} view={view} parts={parts} align={state.align} compact />
      )}
    </EmbedPage>
  );
}

/** 'A: 25,730 cycles, 1,412 a K step'. */
function predictedWords({ letter, scenario, run }: PipelineSide): string {
  if (run.deadlock !== null) return `${letter}: deadlock at cycle ${clkText(run.deadlock.at)}`;
  return `${letter}: ${clkText(run.totalClk)} cycles, ${periodText(scenario, run)} a ${stepNoun(scenario)}`;
}

const measuredWords = (sides: readonly PipelineSide[]): string => {
  const recorded = sides.filter(({ measured }) => measured !== null).length;
  return recorded === 0 ? 'not measured yet' : `${count(recorded)} recorded`;
};
