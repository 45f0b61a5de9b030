/** Fields for numbers. */
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { Held, LONG, Part, State } from './specimens.tsx';

const LIMITS = { min: 0, max: 33, unit: 'elements' };
const SLIDER = { min: 0, max: 33, step: 1 };

type Fixed = Omit<Parameters<typeof NumberField>[0], 'value' | 'onChange'>;

const Live = ({ initial, ...rest }: Fixed & { readonly initial: number }) => (
  <Held initial={initial}>{(value, onChange) => <NumberField {...rest} value={value} onChange={onChange} />}</Held>
);

export const NumberParts = () => (
  <Part
    name="Number field"
    file="draft-fields.tsx"
    keys="Arrows up and down step, with Shift by ten. Escape brings back the page’s value. Enter or leaving the field puts the number in place of the text; wrong text stays, with its reason."
  >
    <State name="number with limits: type 99">
      <Live label="Padding" initial={1} {...LIMITS} />
    </State>
    <State name="with a slider, and a way back">
      <Live label="Pitch" initial={4} resetTo={1} slider={SLIDER} {...LIMITS} />
    </State>
    <State name="steps, a hint">
      <Live label="Base" initial={16} min={0} max={256} step={16} unit="B" hint="Of the first row" />
    </State>
    <State name="every number">
      <Live label="Clock" initial={1.755} min={0.1} max={3} step={0} unit="GHz" />
    </State>
    <State name="wrong for the page">
      <Live label="Columns" initial={48} {...LIMITS} error="Columns: no power of two" />
    </State>
    <State name="wrong, said elsewhere">
      <Live label="Rows" initial={48} errorElsewhere="No power of two" />
    </State>
    <State name="guessed">
      <Live label="Threads" initial={128} guessed />
    </State>
    <State name="off, with its reason on hover">
      <Live label="Stages" initial={3} disabled="The link locks it" slider={SLIDER} resetTo={2} />
    </State>
    <State name="long name">
      <Live label={LONG} initial={1_048_576} />
    </State>
    <State name="name above">
      <Live label="Warps" initial={4} layout="stack" />
    </State>
    <State name="name for screen readers">
      <Live label="Warps of a group" initial={4} layout="bare" />
    </State>
  </Part>
);
