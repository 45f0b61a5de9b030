/** What the permutation's page is saved as: a variant's pictures, and the plan for programs. */
import { headerText } from '../../model/permute/code/header.ts';
import { kernelText } from '../../model/permute/code/kernel.ts';
import type { ChosenLayout } from '../../model/permute/code/planned-block.ts';
import { planJson } from '../../model/permute/plan-json.ts';
import { download, textFile } from '../../panels/download.ts';
import type { Exhibit, FileStage } from '../../panels/exhibit.ts';
import type { ExportItem } from '../../panels/export-menu.tsx';
import { blockView } from '../../panels/permute/block-records.ts';
import { blockPictureRecords } from '../../panels/permute/picture-records.ts';
import { strategyCsv, strategyJson } from '../../panels/permute/strategy-rows.ts';
import { tileFigures } from '../../panels/tile-records.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { axisRibbonFigure } from '../../pictures/axis-ribbon.figure.ts';
import { countingLoopFigure } from '../../pictures/counting-loop.figure.ts';
import type { Figure } from '../../pictures/figure.ts';
import { memoryImageFigure } from '../../pictures/memory-image.figure.ts';
import { paddingScheduleFigure } from '../../pictures/padding-schedule.figure.ts';
import { punchCardFigure } from '../../pictures/punch-card.figure.ts';
import { tensorViewFigure } from '../../pictures/tensor-view.figure.ts';
import { defaultView } from '../../pictures/view.ts';
import { drawnOf, scheduleRecords, strategyRows } from './exhibit-records.tsx';

/** Of a picture in a file. */
const MOST_PX = 330;

export function figures(view: VariantView, stage: FileStage, width: number): Figure[] {
  const { subject, theme, selection, playhead, colourBy } = stage;
  const { side } = subject;
  const drawn = drawnOf(subject.params, [view]);
  const block = drawn.blocks.get(view.badge);
  const at = (source: 'predicted' | 'emulated') => ({
    ...defaultView(theme, source, width),
    selection,
    playhead,
    maxHeight: MOST_PX,
  });
  const ribbon = axisRibbonFigure(drawn.ribbon, at('predicted'));
  const schedule = scheduleRecords(drawn, subject, [view]);
  if (block === undefined || schedule === null) return [ribbon, ...tileFigures(view, stage, width)];
  const found = blockView(view, block);
  const source = found.source === 'emulated' ? 'emulated' : 'predicted';
  const records = blockPictureRecords(found, { side, colourBy, axes: drawn.axes, lineCount: drawn.lineCount });
  return [
    ribbon,
    paddingScheduleFigure(schedule, at('predicted')),
    memoryImageFigure(records.memory, at(source)),
    ...(records.card ? [punchCardFigure(records.card, at(source))] : []),
    tensorViewFigure(records.input, at('predicted')),
    tensorViewFigure(records.output, at('predicted')),
    countingLoopFigure(records.loop, at('predicted')),
  ];
}

/** The strategies, the plan, and code for each layout on screen that lies in shared memory. */
export const exportsOf: NonNullable<Exhibit['exports']> = ({ views, subject, arch }) => {
  const drawn = drawnOf(subject.params, views);
  const { request, plan } = drawn.job;
  const rows = () => strategyRows(drawn, arch);
  return [
    saving('Strategies as CSV', 'the table', 'strategies.csv', 'text/csv', () => strategyCsv(rows())),
    saving('Strategies as JSON', 'the table', 'strategies.json', 'application/json', () => strategyJson(rows())),
    saving('Plan as JSON', 'as the command prints it', 'plan.json', 'application/json', () => planText(plan)),
    ...[...drawn.blocks.values()].flatMap(({ letter, layout }) => codeItems(letter, { request, plan, layout })),
  ];
};

const planText = (plan: ChosenLayout['plan']): string => `${JSON.stringify(planJson(plan), null, 2)}\n`;

function codeItems(letter: string, chosen: ChosenLayout): ExportItem[] {
  const name = `permute-${chosen.layout.strategy.replaceAll(' ', '-')}`;
  return [
    saving(`${letter} as C++ header`, 'extents, strides, pads', `${name}.hpp`, 'text/x-c++hdr', () =>
      headerText(chosen),
    ),
    saving(`${letter} as CUDA kernel`, 'with a program that checks it', `${name}.cu`, 'text/x-cuda', () =>
      kernelText(chosen),
    ),
  ];
}

function saving(label: string, hint: string, name: string, type: string, text: () => string): ExportItem {
  return { label, hint, save: () => download(textFile(name, type, text())) };
}
