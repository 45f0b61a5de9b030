/** `?embed=1`, for slides: the timelines, what each source says, and the way to the whole page. */
import { clkText } from '../../panels/pipeline/pipeline-quantities.ts';
import { PipelineStage } from '../../panels/pipeline/pipeline-stage.tsx';
import { verdictOf } from '../../panels/pipeline/pipeline-verdict.tsx';
import { EmbedPage } from '../kit/embed-page.tsx';
import { ladderLink } from '../links/pipeline.ts';
import type { LadderModel } from './model.ts';

export function LadderEmbed({ model }: { readonly model: LadderModel }) {
  const { state, sides, theme, view, parts, variants } = model;
  const recorded = sides.filter(({ measured }) => measured !== null).length;
  return (
    <EmbedPage
      title={variants.map(({ preset }) => preset.title).join(' and ')}
      columns={1}
      said={{
        predicted: sides.map(({ letter, run }) => `${letter}: ${clkText(run.totalClk)} cycles`).join('; '),
        emulated: verdictOf(sides).text,
        measured: recorded === 0 ? 'not measured yet' : `${recorded} recorded`,
      }}
      search={ladderLink.encode({ ...ladderLink.defaults, ...state, embed: false })}
    >
      {sides.length > 0 && <PipelineStage {...{ sides, theme, view, parts }} align={state.align} compact />}
    </EmbedPage>
  );
}
