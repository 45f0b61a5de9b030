/** A scenario in its JSON form: played as one types, with what is wrong beside the line, and mistakes to be made by a click. */
import { Braces, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { mistakesOf } from '../../../model/pipeline/mistakes.ts';
import controls from '../../../panels/controls.module.css';
import { CodeEditor } from '../../workbench/source/editor/code-editor.tsx';
import { isInLink, remembered } from '../own-text.ts';
import type { PipelineModel } from '../use-pipeline.ts';
import { scenarioText, variantScenario } from '../variant-scenario.ts';
import { placeOf } from './json-places.ts';
import css from './scenario-editor.module.css';

export function ScenarioEditor({ model }: { readonly model: PipelineModel }) {
  const { edited, type } = model;
  const { letter, text, error } = edited;
  const shown = useShownText(model);
  const fault = useMemo(
    () => (error && text !== null ? { ...placeOf(text, error.field), message: wordsOf(error) } : null),
    [error, text],
  );
  const annotations = useMemo(() => ({ marks: [], chosenLine: 0, fault }), [fault]);
  return (
    <section className={css.editor} aria-label="Scenario">
      <div className={css.text}>
        <CodeEditor
          key={letter}
          id={`scenario ${letter}`}
          tab={{ name: `scenario of ${letter}`, text: shown, editable: true, language: 'json' }}
          annotations={annotations}
          onChange={typed => typed !== shown && type(typed)}
          onPick={nothing}
          onRun={nothing}
          onStepFinding={nothing}
        />
      </div>
      <div className={css.side}>
        <EditorState model={model} />
        <Mistakes model={model} />
      </div>
    </section>
  );
}

const nothing = () => undefined;

/** What was typed, or the scenario of the preset as the editor writes it. */
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
  const { text, error, variant, preset } = edited;
  const last = text === null ? remembered() : null;
  return (
    <div className={css.state}>
      <p role="status" data-wrong={error !== null || undefined}>
        {error !== null
          ? `${wordsOf(error)}. The last scenario that could be played is drawn.`
          : text === null
            ? `This is ${preset.id} as the model plays it. Type to make it your own.`
            : 'Your own scenario, played as you type.'}
        {variant.own !== null &&
          !isInLink(variant.own) &&
          ' It is too long for a link and stays in this tab: export it as JSON to keep it.'}
      </p>
      {text !== null && (
        <button type="button" className={controls.button} onClick={() => type(null)}>
          <Undo2 size={16} strokeWidth={1.75} aria-hidden /> Back to the preset
        </button>
      )}
      {last !== null && (
        <button type="button" className={controls.button} onClick={() => type(last)}>
          <Braces size={16} strokeWidth={1.75} aria-hidden /> Bring back what was typed
        </button>
      )}
    </div>
  );
}

function Mistakes({ model: { edited, type } }: { readonly model: PipelineModel }) {
  const { side, error } = edited;
  const mistakes = useMemo(() => (side && error === null ? mistakesOf(side.scenario) : []), [side, error]);
  const roles = [...new Set(mistakes.map(({ role }) => role))];
  return (
    <div className={css.mistakes}>
      <h2>Break it</h2>
      {roles.map(role => (
        <section key={role} aria-label={`Mistakes of ${role}`}>
          <h3>{role}</h3>
          <ul>
            {mistakes
              .filter(mistake => mistake.role === role)
              .map(({ id, label, apply }) => (
                <li key={id}>
                  <button type="button" onClick={() => type(scenarioText(apply()))}>
                    {label}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
