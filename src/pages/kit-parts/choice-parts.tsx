/** Lists, boxes to tick, and buttons of which one is pressed. */
import { CheckField, type Option, optionsOf, Segments, SelectField } from '../../panels/kit/choice-fields.tsx';
import { Held, LONG, Part, State } from './specimens.tsx';

const MODES = optionsOf(['none', '32 B', '64 B', '128 B']);
const MANY = optionsOf(Array.from({ length: 64 }, (_, i) => `sm_${50 + i}`));
const GROUPED: readonly Option<string>[] = [
  { value: 'row', label: 'Store row', group: 'Shared memory' },
  { value: 'column', label: 'Load column', group: 'Shared memory' },
  { value: 'tensor', label: 'Tensor copy', group: 'Copy engine', disabled: true },
];

type ListLook = Omit<Parameters<typeof SelectField<string>>[0], 'value' | 'onChange'>;

const List = ({ initial, ...rest }: ListLook & { readonly initial: string }) => (
  <Held initial={initial}>{(value, onChange) => <SelectField {...rest} value={value} onChange={onChange} />}</Held>
);

export const ListParts = () => (
  <Part name="List" file="choice-fields.tsx" keys="Arrows and first letters choose, as in every list of the browser.">
    <State name="list">
      <List label="Swizzle" initial="64 B" options={MODES} />
    </State>
    <State name="groups, one entry off">
      <List label="Access" initial="row" options={GROUPED} />
    </State>
    <State name="many">
      <List label="Architecture" initial="sm_90" options={MANY} />
    </State>
    <State name="empty">
      <List label="Recording" initial="" options={[]} />
    </State>
    <State name="a value that is none of them">
      <List label="Mode" initial="256 B" options={MODES} />
    </State>
    <State name="wrong for the page">
      <List label="Interleave" initial="32 B" options={MODES} error="Interleave: not with this swizzle" />
    </State>
    <State name="off, with its reason on hover">
      <List label="Promotion" initial="none" options={MODES} disabled="The link locks it" />
    </State>
    <State name="long name, long entry">
      <List label={LONG} initial={LONG} options={optionsOf([LONG])} />
    </State>
    <State name="name above">
      <List label="Fill" initial="none" options={MODES} layout="stack" hint="For an access out of bounds" />
    </State>
  </Part>
);

type BoxLook = Omit<Parameters<typeof CheckField>[0], 'checked' | 'onChange'>;

const Box = ({ initial, ...rest }: BoxLook & { readonly initial: boolean }) => (
  <Held initial={initial}>{(checked, onChange) => <CheckField {...rest} checked={checked} onChange={onChange} />}</Held>
);

export const BoxParts = () => (
  <Part name="Box to tick" file="choice-fields.tsx" keys="Space ticks.">
    <State name="on">
      <Box label="Vectorised" initial />
    </State>
    <State name="empty">
      <Box label="Persistent" initial={false} />
    </State>
    <State name="off, with its reason on hover">
      <Box label="Multicast" initial disabled="One CTA alone" />
    </State>
    <State name="long name">
      <Box label={LONG} initial={false} />
    </State>
    <State name="name for screen readers">
      <Box label="Row 7" initial isBare />
    </State>
  </Part>
);

const TWO = optionsOf(['Load', 'Store']);

const Row = ({
  label,
  options,
  disabled = null,
}: Pick<Parameters<typeof Segments<string>>[0], 'label' | 'options' | 'disabled'>) => (
  <Held initial={options[0].value}>
    {(value, onChange) => <Segments {...{ label, options, disabled, value, onChange }} />}
  </Held>
);

export const SegmentParts = () => (
  <Part name="Segments" file="choice-fields.tsx" keys="Arrows choose; Tab comes to the chosen one.">
    <State name="two">
      <Row label="Direction" options={TWO} />
    </State>
    <State name="four">
      <Row label="Swizzle of the row" options={MODES} />
    </State>
    <State name="off, with its reason on hover">
      <Row label="Parity" options={TWO} disabled="The link locks it" />
    </State>
  </Part>
);
