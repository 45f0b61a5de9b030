/** Fields for text. */
import { err, ok } from '../../base/result.ts';
import { CheckedField, TextField } from '../../panels/kit/draft-fields.tsx';
import { Held, LONG, Part, State } from './specimens.tsx';

const readShape = (text: string) => (/^\d+(,\d+)*$/.test(text) ? ok(text) : err('numbers with commas between them'));

type Fixed = Omit<Parameters<typeof TextField<string>>[0], 'value' | 'parse' | 'onChange'>;

const Live = ({ initial, ...rest }: Fixed & { readonly initial: string }) => (
  <Held initial={initial}>
    {(value, onChange) => <TextField {...rest} value={value} parse={readShape} onChange={onChange} />}
  </Held>
);

export const TextParts = () => (
  <Part
    name="Text field"
    file="draft-fields.tsx"
    keys="Escape brings back the page’s text. Enter or leaving the field keeps what was typed; wrong text stays, with its reason."
  >
    <State name="text: type a letter">
      <Live label="Shape" initial="32,8" />
    </State>
    <State name="empty">
      <Live label="Order" initial="" placeholder="1,0,2" />
    </State>
    <State name="wrong for the page">
      <Live label="Strides" initial="8,1" error="Strides: one for each extent" />
    </State>
    <State name="off, with its reason on hover">
      <Live label="Block" initial="16,16" disabled="The link locks it" />
    </State>
    <State name="long name, long text">
      <Live label={LONG} initial="1,2,4,8,16,32,64,128,256,512,1024,2048" />
    </State>
    <State name="lines">
      <Live label="Shapes" layout="stack" lines initial="32,8" hint="One text, several lines" />
    </State>
    <State name="judged by the page: type a space">
      <Held initial="tile">
        {(value, set) => (
          <CheckedField label="Name" value={value} placeholder="a name" onText={text => refusalOf(text, set)} />
        )}
      </Held>
    </State>
  </Part>
);

function refusalOf(text: string, set: (text: string) => void): string | null {
  if (/\s/.test(text)) return 'a name without spaces';
  set(text);
  return null;
}
