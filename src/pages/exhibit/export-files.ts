/** The exhibit as files: one SVG or PNG of all variants' pictures; traces as JSON and CSV; the evidence as tables. */

import { type ExportFile, textFile } from '../../panels/download.ts';
import { bestSource } from '../../panels/variant-view.ts';
import { figuresSvg } from '../../pictures/figure-svg.ts';
import { svgToPng } from '../../pictures/png.ts';
import { encodeExhibit } from '../../state/exhibit-search.ts';
import { csv, jsonLines, quoted, traceText } from '../../trace/trace-text.ts';
import { linkTo } from './copy-link.tsx';
import type { ExhibitModel } from './use-exhibit.ts';

/** Width of one variant's pictures in a file, in px. */
const COLUMN_PX = 394;

const fileName = ({ kernel, state }: ExhibitModel, what: string): string =>
  `${[kernel.id, ...state.variants].join('-')}${what}`;

function svgOf(model: ExhibitModel): string {
  const { exhibit, stage, state } = model;
  return figuresSvg({
    title: exhibit.title(stage.subject),
    description: `${new URLSearchParams(encodeExhibit(state))}\n${linkTo(state)}`,
    theme: model.theme,
    columns: stage.views.map(view => ({
      letter: view.badge,
      title: view.title,
      note: exhibit.changed(view),
      figures: exhibit.figures(view, { ...stage, compact: false }, COLUMN_PX),
    })),
  });
}

export const svgFile = (model: ExhibitModel): ExportFile =>
  textFile(fileName(model, '.svg'), 'image/svg+xml', svgOf(model));

export const pngFile = async (model: ExhibitModel): Promise<ExportFile> => ({
  name: fileName(model, '.png'),
  blob: await svgToPng(svgOf(model)),
});

/** One file a variant: the records behind the pictures, emulated where they are. */
export const traceFiles = (model: ExhibitModel, format: 'json' | 'csv'): ExportFile[] =>
  model.stage.views.map(view => {
    const { source, view: records } = bestSource(view);
    const name = `${model.kernel.id}-${view.id}-${source}-trace`;
    return format === 'csv'
      ? textFile(`${name}.csv`, 'text/csv', traceText(records.trace, csv))
      : textFile(`${name}.jsonl`, 'application/jsonl', traceText(records.trace, jsonLines));
  });

interface EvidenceLine {
  readonly variant: string;
  readonly source: string;
  readonly quantity: string;
  readonly value: number;
  readonly unit: string;
}

function evidenceLines(model: ExhibitModel): EvidenceLine[] {
  return model.stage.views.flatMap(view => {
    const sources = [
      { source: 'predicted', records: view.predicted },
      ...(view.emulated.state === 'done' ? [{ source: 'emulated', records: view.emulated.view }] : []),
    ];
    return sources.flatMap(({ source, records }) => {
      const line = (quantity: string, value: number, unit: string) => ({
        variant: view.id,
        source,
        quantity,
        value,
        unit,
      });
      const { shared, global } = records.summary;
      const { cost } = records;
      return [
        ...(cost
          ? [
              line('chosen access', cost.wavefronts, 'wavefronts'),
              line('chosen access, ideal', cost.ideal, 'wavefronts'),
            ]
          : []),
        line('shared stores of the CTA', shared.store.wavefronts, 'wavefronts'),
        line('shared loads of the CTA', shared.load.wavefronts, 'wavefronts'),
        line('global loads of the CTA', global.load.sectors, 'sectors of 32 B'),
        line('global stores of the CTA', global.store.sectors, 'sectors of 32 B'),
      ];
    });
  });
}

export function evidenceFile(model: ExhibitModel, format: 'json' | 'csv'): ExportFile {
  const lines = evidenceLines(model);
  const name = fileName(model, `-evidence.${format}`);
  if (format === 'json')
    return textFile(
      name,
      'application/json',
      `${JSON.stringify({ link: linkTo(model.state), evidence: lines }, null, 2)}\n`,
    );
  const rows = lines.map(line =>
    Object.values(line)
      .map(value => quoted(String(value)))
      .join(','),
  );
  return textFile(name, 'text/csv', ['variant,source,quantity,value,unit', ...rows, ''].join('\n'));
}
