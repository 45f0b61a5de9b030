/** The files as which the permutation's page is saved: a variant's pictures, and the plan for programs. */
import { textFile } from '../../panels/download.ts';
import type { Exhibit, FileStage } from '../../panels/exhibit.ts';
import { type ExportItem, fileItem } from '../../panels/kit/exports.ts';
import { blockView } from '../../panels/permute/block-records.ts';
import { blockPictureRecords } from '../../panels/permute/picture-records.ts';
import { codeExports, planExport, wideExport } from '../../panels/permute/plan-exports.ts';
import { strategyCsv, strategyJson } from '../../panels/permute/strategy-rows.ts';
import { tileFigures } from '../../panels/tile-figures.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { axisRibbonFigure } from '../../pictures/axis-ribbon/figure.ts';
import { countingLoopFigure } from '../../pictures/counting-loop/figure.ts';
import type { Figure } from '../../pictures/figure.ts';
import { memoryImageFigure } from '../../pictures/memory-image/figure.ts';
import { paddingScheduleFigure } from '../../pictures/padding-schedule/figure.ts';
import { punchCardFigure } from '../../pictures/punch-card/figure.ts';
import { tensorViewFigure } from '../../pictures/tensor-view/figure.ts';
import { defaultView, type PictureView } from '../../pictures/view.ts';
import type { Source } from '../../trace/span.ts';
import { drawnOf, scheduleRecords, strategyRows } from './exhibit-records.tsx';
import { isWide, wideLaunch } from './wide-launch.ts';

/** Greatest height of a picture in a file [px]. */
const MOST_PX = 330;

export function figures(view: VariantView, stage: FileStage, width: number): Figure[] {
  const drawn = drawnOf(stage.subject.params, [view]);
  const block = drawn.blocks.get(view.badge);
  const at = viewIn(stage, width);
  const ribbon = axisRibbonFigure(drawn.ribbon, at('predicted'));
  const schedule = scheduleRecords(drawn, stage.subject, [view]);
  if (block === undefined || schedule === null) return [ribbon, ...tileFigures(view, stage, width)];
  const shown = { side: stage.subject.side, colourBy: stage.colourBy, axes: drawn.axes, lineCount: drawn.lineCount };
  const found = blockView(view, block);
  return [
    ribbon,
    paddingScheduleFigure(schedule, at('predicted')),
    ...blockFigures(blockPictureRecords(found, shown), at, found.source),
  ];
}

type ViewBy = (source: Source) => PictureView;

const viewIn =
  ({ theme, selection, playhead }: FileStage, width: number): ViewBy =>
  source => ({ ...defaultView(theme, source, width), selection, playhead, maxHeight: MOST_PX });

function blockFigures(records: ReturnType<typeof blockPictureRecords>, at: ViewBy, source: Source): Figure[] {
  return [
    memoryImageFigure(records.memory, at(source)),
    ...(records.card ? [punchCardFigure(records.card, at(source))] : []),
    tensorViewFigure(records.input, at('predicted')),
    tensorViewFigure(records.output, at('predicted')),
    countingLoopFigure(records.loop, at('predicted')),
  ];
}

/** The strategies, and the plan with code for the layout of each variant on screen. */
export const exportsOf: NonNullable<Exhibit['exports']> = ({ views, subject, arch }) => {
  const drawn = drawnOf(subject.params, views);
  const { request, plan } = drawn.job;
  const rows = () => strategyRows(drawn, arch);
  return [
    saving('Strategies as CSV', 'strategies.csv', 'text/csv', () => strategyCsv(rows())),
    saving('Strategies as JSON', 'strategies.json', 'application/json', () => strategyJson(rows())),
    planExport(plan),
    ...[...drawn.blocks.values()].flatMap(({ letter, layout }) => codeExports(letter, { request, plan, layout })),
    ...views.flatMap(({ badge, id, refusal }) =>
      refusal === null && isWide(id) ? [wideExport(badge, wideLaunch(drawn.job, id))] : [],
    ),
  ];
};

const saving = (label: string, name: string, type: string, text: () => string): ExportItem =>
  fileItem(label, 'the table', () => textFile(name, type, text()));
