/** Finds instructions whose words do not go together. */
import { WORD_FORMS } from './word-forms.ts';

const SHORT: Readonly<Record<string, string>> = {
  DIMENSIONS: '1d|2d|3d|4d|5d',
  CTAS: 'cta_group::1|cta_group::2',
  REDUCTION: 'add|min|max|inc|dec|and|or|xor',
};

/** Rows and columns of two matrices may be the same word. */
const TWICE = new Set(['row', 'col']);
const TYPE = /^(T|[bu](32|64))$/;
const SPACE = /^(global|local|const|param|shared)(::\w+)?$/;
const SHAPE = /^m\d+n\d+k\d+$/;

interface Slot {
  readonly words: readonly string[];
  readonly mayBeMissing: boolean;
  /** Not worth naming. */
  readonly isPassedOver: boolean;
}

interface WordForm {
  readonly text: string;
  /** Words of the name. */
  readonly name: readonly string[];
  readonly slots: readonly Slot[];
  /** `T`, or the type that it must be. */
  readonly types: readonly string[];
  /** Whether the row tells the rest. */
  readonly isOpen: boolean;
}

const known = new Map<string, readonly WordForm[]>();

function formsOf(opcode: string): readonly WordForm[] {
  const found = known.get(opcode);
  if (found) return found;
  const forms = (WORD_FORMS[opcode] ?? []).map(wordForm);
  known.set(opcode, forms);
  return forms;
}

function wordForm(text: string): WordForm {
  const [name, rest] = /^[\w.:]+:( |$)/.test(text) ? splitAtName(text) : ['', text];
  const slots = rest.split(' ').filter(word => word !== '');
  return {
    text,
    name: name === '' ? [] : name.split('.'),
    slots: slots.filter(word => word !== '*' && !TYPE.test(word)).map(slotOf),
    types: slots.filter(word => TYPE.test(word)),
    isOpen: rest.includes('*'),
  };
}

function splitAtName(text: string): [string, string] {
  const end = text.search(/:( |$)/);
  return [text.slice(0, end), text.slice(end + 1)];
}

function slotOf(text: string): Slot {
  const [, words, marks] = /^(.*?)(\??\??)$/.exec(text)!;
  return { words: (SHORT[words] ?? words).split('|'), mayBeMissing: marks !== '', isPassedOver: marks === '??' };
}

/**
 * What is wrong with the words, and what there is instead; null where they are right.
 * @param types the type words among the modifiers.
 */
export function wrongWords(opcode: string, modifiers: readonly string[], types: readonly string[]): string | null {
  const forms = formsOf(opcode);
  if (forms.length === 0 || forms.some(form => isForm(form, modifiers, types))) return null;
  const named = forms.filter(({ name }) => name.every((word, i) => modifiers[i] === word));
  const most = Math.max(0, ...named.map(({ name }) => name.length));
  const near = named.filter(({ name }) => name.length === most);
  const all = near.length === 0 ? forms : near;
  return `there is no ${[opcode, ...modifiers].join('.')}, but ${all.map(form => inWords(opcode, form)).join(', ')}`;
}

function isForm(form: WordForm, modifiers: readonly string[], written: readonly string[]): boolean {
  const { name, slots, types } = form;
  if (name.some((word, i) => modifiers[i] !== word)) return false;
  if (form.isOpen) return true;
  if (written.length !== types.length || types.some((type, i) => type !== 'T' && type !== written[i])) return false;
  const left = modifiers
    .slice(name.length)
    .filter((word, i, all) => isCounted(word, i, all) && !written.includes(word));
  const spaces = left.filter(word => SPACE.test(word));
  for (const { words, mayBeMissing } of slots) {
    const at = left.findIndex(word => words.includes(word) || (words[0] === 'SHAPE' && SHAPE.test(word)));
    if (at < 0 && !mayBeMissing) return false;
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found !== undefined && SPACE.test(found) && spaces.shift() !== found) return false;
  }
  return left.length === 0;
}

const isCounted = (word: string, at: number, all: readonly string[]): boolean =>
  TWICE.has(word) || all.indexOf(word) === at;

/** `fence.proxy.async{.global}`. */
function inWords(opcode: string, { name, slots, types }: WordForm): string {
  const words = slots
    .filter(({ isPassedOver }) => !isPassedOver)
    .map(({ words: each, mayBeMissing }) => {
      const one = `.${each.join('|.')}`;
      return mayBeMissing ? `{${one}}` : one;
    });
  return `${[opcode, ...name].join('.')}${words.join('')}${types.map(type => (type === 'T' ? '.type' : `.${type}`)).join('')}`;
}
