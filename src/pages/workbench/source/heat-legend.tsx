/** Names the columns beside the lines, above them: as wide as they are. */
import css from './source-panel.module.css';

const COLUMNS = [
  ['waves', 'Wavefronts of shared memory beyond the ideal, over all requests of the line'],
  ['sect.', '32-byte sectors of global memory beyond the ideal'],
  ['lanes', 'Active lanes of 32 on average, where warps were not full'],
] as const;

/** The space stays when there is nothing to name: the text does not jump when a run ends. */
export const HeatLegend = ({ shown }: { shown: boolean }) => (
  <div className={`row muted ${css.legend}`} data-shown={shown || undefined}>
    {COLUMNS.map(([name, meaning]) => (
      <abbr key={name} title={meaning}>
        {name}
      </abbr>
    ))}
    <span>
      {shown
        ? 'excess over the ideal, by line; colour = times the ideal'
        : 'run it: each line then shows what it costs'}
    </span>
  </div>
);
