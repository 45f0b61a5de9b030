/** `?embed=1`, for slides: the timelines, what each source says, and the way to the whole page. */
import { clkText } from '../../panels/pipeline/pipeline-quantities.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { EmbedPage } from '../kit/embed-page.tsx';
import { attentionLink } from '../links/attention.ts';
import { titleOf } from './attention-words.ts';
import type { AttentionModel } from './use-attention.ts';

export function EmbedView({ model }: { readonly model: AttentionModel }) {
  const { state, sides, theme, view, parts } = model;
  return (
    <EmbedPage
      title={titleOf(state)}
      columns={1}
      said={{
        predicted: sides.map(predictedWords).join('; '),
        emulated: 'no compiled kernel has this pipeline',
        measured: 'not measured yet',
      }}
      search={attentionLink.encode({ ...state, embed: false })}
    >
      {sides.length > 0 && <PipelineStage sides={sides} theme={theme} view={view} parts={parts} compact />}
    </EmbedPage>
  );
}

/** 'A: 52,160 cycles with overlap and ping-pong'. */
const predictedWords = ({ letter, title, run }: PipelineSide): string =>
  run.deadlock === null
    ? `${letter}: ${clkText(run.totalClk)} cycles with ${title}`
    : `${letter}: deadlock at cycle ${clkText(run.deadlock.at)}`;
