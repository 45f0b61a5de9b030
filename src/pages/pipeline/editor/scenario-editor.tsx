/** A scenario in its JSON form: played as one types, with what is wrong beside the line, and mistakes to be made by a click. */
import { Braces, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { type Mistake, mistakesOf } from '../../../model/pipeline/mistakes.ts';
import { CodeEditor } from '../../../panels/code-editor/code-editor.tsx';
import { isInLink, remembered } from '../../kit/pipeline/own-scenario.ts';
import type { PipelineModel } from '../../kit/pipeline/use-pipeline.ts';
import type { VariantModel } from '../../kit/pipeline/use-variant.ts';
import { scenarioText, variantScenario } from '../../kit/pipeline/variant-scenario.ts';
import { placeOf } from './json-places.ts';
import css from './scenario-editor.module.css';

export const ScenarioEditor = ({ model }: { readonly model: PipelineModel }) => (
  <section className={css.editor} aria-label="Scenario">
    <div className={css.text}>
      <Editor key={model.edited.letter} model={model} />
    </div>
    <div className={`stack ${css.side}`}>
      <EditorState model={model} />
      <Mistakes model={model} />
    </div>
  </section>
);

function Editor({ model }: { readonly model: PipelineModel }) {
  const { letter, text, error } = model.edited;
  const shown = useShownText(model);
  const annotations = useMemo(() => {
    const faults = error && text !== null ? [{ ...placeOf(text, error.field), message: wordsOf(error) }] : [];
    return { marks: [], chosenLine: 0, faults, wrong: [] };
  }, [error, text]);
  return (
    <CodeEditor
      id={`scenario ${letter}`}
      tab={{ name: `scenario of ${letter}`, text: shown, editable: true, language: 'json' }}
      annotations={annotations}
      onChange={typed => typed !== shown && model.type(typed)}
      onPick={nothing}
      onRun={nothing}
      onStepFinding={nothing}
    />
  );
}

const nothing = () => undefined;

/** The typed text, or the preset's scenario as the editor writes it. */
function useShownText({ edited: { variant, text, side } }: PipelineModel): string {
  return useMemo(() => {
    if (text !== null) return text;
    const scenario = variantScenario(variant, null);
    return scenario.ok ? scenarioText(scenario.value) : side ? scenarioText(side.scenario) : '';
  }, [variant, text, side]);
}

const wordsOf = ({ field, message }: { readonly field: string; readonly message: string }): string =>
  field === '' ? message : `${field}: ${message}`;

function EditorState({ model: { edited, type } }: { readonly model: PipelineModel }) {
  const { text, error } = edited;
  const last = text === null ? remembered() : null;
  return (
    <div className="stack prose">
      <p role="status" className={error === null ? undefined : 'tinted'} data-tone="conflict">
        {stateWords(edited)}
      </p>
      <p className={`caption ${css.keys}`}>
        <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the text.
      </p>
      {text !== null && (
        <button type="button" className="button" onClick={() => type(null)}>
          <Undo2 size={16} strokeWidth={1.75} aria-hidden /> Back to the preset
        </button>
      )}
      {last !== null && (
        <button type="button" className="button" onClick={() => type(last)}>
          <Braces size={16} strokeWidth={1.75} aria-hidden /> Bring back what was typed
        </button>
      )}
    </div>
  );
}

const TOO_LONG = 'It is too long for a link and stays in this tab: export it as JSON to keep it.';

function stateWords({ text, error, variant: { own }, preset }: VariantModel): string {
  if (error !== null) return `${wordsOf(error)}. The last scenario that could be played is drawn.`;
  if (text === null) return `This is ${preset.id} as the model plays it. Type to make it your own.`;
  const isKept = own !== null && !isInLink(own);
  return `Your own scenario, played as you type.${isKept ? ` ${TOO_LONG}` : ''}`;
}

function Mistakes({ model: { edited, type } }: { readonly model: PipelineModel }) {
  const { side, error } = edited;
  const mistakes = useMemo(() => (side && error === null ? mistakesOf(side.scenario) : []), [side, error]);
  const roles = [...new Set(mistakes.map(({ role }) => role))];
  return (
    <div className={`card ${css.mistakes}`}>
      <h2>Break it</h2>
      {roles.map(role => (
        <section key={role} aria-label={`Mistakes of ${role}`}>
          <h3>{role}</h3>
          <MistakeList mistakes={mistakes.filter(mistake => mistake.role === role)} type={type} />
        </section>
      ))}
    </div>
  );
}

interface MistakeListProps extends Pick<PipelineModel, 'type'> {
  readonly mistakes: readonly Mistake[];
}

const MistakeList = ({ mistakes, type }: MistakeListProps) => (
  <ul>
    {mistakes.map(({ id, label, apply }) => (
      <li key={id}>
        <button type="button" className="remark act" onClick={() => type(scenarioText(apply()))}>
          {label}
        </button>
      </li>
    ))}
  </ul>
);
