/** The menu of what can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems, tableItems } from '../../panels/kit/exports.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { Part, State } from './specimens.tsx';

const TABLE = {
  columns: ['lane', 'bank'],
  rows: Array.from({ length: 32 }, (_, lane) => [lane, lane]),
};

async function pictureFile(theme: Theme) {
  const { tileCases } = await import('../../pictures/cases/tile-cases.ts');
  const { id, title, blurb, figure } = tileCases[0];
  const column = { letter: null, title, note: '', figures: [figure(theme)] };
  return { name: id, title, description: blurb, theme, columns: [column] };
}

export function ExportParts() {
  const theme = themes[useThemeName()];
  return (
    <Part name="Export menu" file="export-menu.tsx, exports.ts" keys="A menu of files. A format is a row of one table.">
      <State name="pictures and a table">
        <span>
          <ExportMenu
            items={[
              ...pictureItems('Picture', () => pictureFile(theme)),
              ...tableItems('Lanes', 'a lane each', () => ({ name: 'lanes', table: () => TABLE })),
            ]}
          />
        </span>
      </State>
      <State name="an item that cannot be saved says why">
        <span className="row wrap">
          <ExportMenu
            items={[
              fileItem('Trace as JSON', 'of the last run', () => {
                throw new Error('There is no run yet');
              }),
            ]}
          />
        </span>
      </State>
    </Part>
  );
}
