/** One memory instruction under study: its totals among the others', one of its requests, and the pictures of that. */
import { useMemo, useState } from 'react';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { FILE_PX, pictureItems, tableItems } from '../../../panels/kit/exports.ts';
import { defaultView } from '../../../pictures/view.ts';
import { withPlainNames } from '../../../ptx/outline/plain-names.ts';
import { fileStem } from '../findings/finding-files.ts';
import { type AccessChoice, accessChoices, accessTable, choicesOn, placeOf, worstChoice } from './access-list.ts';
import { AccessListTable } from './access-list-table.tsx';
import { AccessPictures } from './access-pictures.tsx';
import { type AccessCostRecords, accessFigures, accessRecords } from './access-records.ts';
import { addressTable, costWords, requestWords } from './access-words.ts';
import { CostChip } from './cost-chip.tsx';
import { OccurrenceBar } from './occurrence-bar.tsx';
import type { Occurrence } from './occurrences.ts';
import { RegionsTable, regionWords } from './regions-table.tsx';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';
import { useOccurrence } from './use-occurrence.ts';

export function AccessTab(props: RunTabProps) {
  const { result, selection, letter, onSelect, theme } = props;
  const choices = useMemo(() => accessChoices(result.inspection), [result.inspection]);
  const { isHere, chosen, setSide } = useChosen(choices, selection);
  if (chosen === null)
    return <p className="caption">{nothingWords(result.inspection.findings.some(({ rank }) => rank === 'fault'))}</p>;
  const choose = (choice: AccessChoice) => {
    const { file, line, ptxLine } = placeOf(choice);
    setSide(choice.key);
    onSelect({ letter, file, line, ptxLine });
  };
  return (
    <>
      <AccessListTable choices={choices} chosen={chosen} theme={theme} onChoose={choose} />
      <p className="caption">
        Shared memory in wavefronts, by copy engines in lines of 128 B; global and local memory in sectors of 32 B;
        shared memory of other CTAs in addresses.
      </p>
      {selection !== null && !isHere && (
        <p className="caption">The chosen line accesses no memory; this is the worst access of the run.</p>
      )}
      <RegionsTable regions={result.inspection.regions} />
      <ChosenAccess {...props} choices={choices} chosen={chosen} />
    </>
  );
}

const nothingWords = (isFaulted: boolean): string =>
  isFaulted
    ? 'The run ended at its fault, before an access was complete: there is nothing to draw.'
    : 'This run accessed no memory: there is nothing to draw.';

/** The worst of the selected place; of a copy, which has two sides at one place, the one that was asked for. */
function useChosen(choices: readonly AccessChoice[], selection: RunTabProps['selection']) {
  const [side, setSide] = useState<string | null>(null);
  const here = choicesOn(choices, selection);
  const wanted = here.find(({ key }) => key === side) ?? worstChoice(here);
  return { isHere: wanted !== null, chosen: wanted ?? worstChoice(choices), setSide };
}

interface ChosenProps extends RunTabProps {
  readonly choices: readonly AccessChoice[];
  readonly chosen: AccessChoice;
}

function ChosenAccess({ result, theme, choices, chosen }: ChosenProps) {
  const step = useOccurrence(result.inspection.trace, chosen);
  const { occurrence } = step;
  const records = useMemo(() => accessRecords(occurrence.access, result.document.launch), [occurrence, result]);
  return (
    <>
      <OccurrenceBar choice={step} requests={chosen.totals.requests} />
      <div className={`row wrap ${css.head}`}>
        <p>
          <code>{withPlainNames(chosen.instruction)}</code>
          <span>
            {requestWords(occurrence.access)}
            {regionWords(occurrence.access, result.inspection.regions)}
          </span>
        </p>
        <ExportMenu
          items={exportItems({ chosen, occurrence, records, choices, title: result.document.title, theme })}
        />
      </div>
      <CostChip occurrence={occurrence} theme={theme} />
      <AccessPictures key={records.by} records={records} theme={theme} scale={null} />
    </>
  );
}

interface Exported extends Pick<ChosenProps, 'choices' | 'chosen' | 'theme'> {
  readonly occurrence: Occurrence;
  readonly records: AccessCostRecords;
  readonly title: string;
}

function exportItems(of: Exported) {
  const { choices, occurrence, records, title } = of;
  const name = `${fileStem(title)}-access`;
  return [
    ...(records.by === 'addresses' ? [] : pictureItems('Pictures', () => pictureOf(of, name))),
    ...tableItems('Addresses', 'a row each', () => ({
      name: `${name}-addresses`,
      table: () => addressTable(occurrence.access),
    })),
    ...tableItems('All accesses', 'a row each', () => ({ name: `${name}es`, table: () => accessTable(choices) })),
  ];
}

function pictureOf({ chosen: { instruction }, occurrence, records, title, theme }: Exported, name: string) {
  const figures = accessFigures(records, defaultView(theme, 'emulated', FILE_PX), null);
  return {
    name,
    title: `${title}: ${instruction}`,
    description: `${requestWords(occurrence.access)}; ${costWords(occurrence)}`,
    theme,
    columns: [{ letter: null, title: instruction, note: '', figures }],
    unbanked: records.by !== 'banks',
  };
}
