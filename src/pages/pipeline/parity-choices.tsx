/** Parity for which each role of the edited pipeline waits first: 1 passes on a fresh mbarrier, 0 does not. */
import { waitingPlaces } from '../../model/pipeline/mistakes.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import type { Scenario } from '../../trace/scenario.ts';
import css from '../kit/pipeline/pipeline-rail.module.css';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';

const PARITIES = [
  { value: '0', label: '0' },
  { value: '1', label: '1' },
] as const;

interface ParityChoicesProps {
  readonly model: PipelineModel;
  /** Why nothing can be changed; null if it can. */
  readonly disabled: string | null;
}

export function ParityChoices({ model: { edited, state, change }, disabled }: ParityChoicesProps) {
  const starts = edited.side === null ? [] : startsOf(edited.side.scenario);
  if (starts.length === 0) return null;
  const { parities } = edited.variant;
  return (
    <PanelSection title="Parity waited for first">
      {starts.map(({ id, role, name, parity }) => (
        <div key={id} className={`stack prose ${css.parity}`}>
          <span>
            {role} <small>{name}</small>
          </span>
          <Segments
            label={`Parity that ${role} waits for first at ${name}`}
            options={PARITIES}
            value={`${parity}`}
            disabled={disabled}
            onChange={value => change(state.edited, { parities: { ...parities, [id]: value === '1' ? 1 : 0 } })}
          />
        </div>
      ))}
      <p className="caption">On a fresh barrier a wait for parity 1 passes, one for 0 does not.</p>
    </PanelSection>
  );
}

const startsOf = ({ roles }: Scenario) =>
  roles.flatMap(role =>
    waitingPlaces(role).map(({ name, parity }) => ({ id: `${role.name}.${name}`, role: role.name, name, parity })),
  );
