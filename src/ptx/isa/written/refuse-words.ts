/** Refuses instructions whose words do not go together. */
import { refuse } from '../refusal.ts';
import { WORD_FORMS } from './word-forms.ts';

const SHORT: Readonly<Record<string, string>> = {
  DIMENSIONS: '1d|2d|3d|4d|5d',
  REDUCTION: 'add|min|max|inc|dec|and|or|xor',
};

/** Rows and columns of two matrices may be the same word. */
const TWICE = new Set(['row', 'col']);
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
  readonly types: number;
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
  const [name, rest] = text.includes(':') && /^[\w.]+:( |$)/.test(text) ? splitAtName(text) : ['', text];
  const slots = rest.split(' ').filter(word => word !== '');
  return {
    text,
    name: name === '' ? [] : name.split('.'),
    slots: slots.filter(word => word !== 'T').map(slotOf),
    types: slots.filter(word => word === 'T').length,
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

/** @param types the type words among the modifiers. */
export function refuseWords(opcode: string, modifiers: readonly string[], types: readonly string[]): void {
  const forms = formsOf(opcode);
  if (forms.length === 0 || forms.some(form => isForm(form, modifiers, types))) return;
  const written = [opcode, ...modifiers].join('.');
  const named = forms.filter(({ name }) => name.every((word, i) => modifiers[i] === word));
  const most = Math.max(0, ...named.map(({ name }) => name.length));
  const near = named.filter(({ name }) => name.length === most);
  const all = near.length === 0 ? forms : near;
  refuse(`there is no ${written}, but ${all.map(form => inWords(opcode, form)).join(', ')}`);
}

function isForm({ name, slots, types }: WordForm, modifiers: readonly string[], written: readonly string[]): boolean {
  if (written.length !== types || name.some((word, i) => modifiers[i] !== word)) return false;
  const left = modifiers
    .slice(name.length)
    .filter((word, i, all) => isCounted(word, i, all) && !written.includes(word));
  for (const { words, mayBeMissing } of slots) {
    const at = left.findIndex(word => words.includes(word) || (words[0] === 'SHAPE' && SHAPE.test(word)));
    if (at >= 0) left.splice(at, 1);
    else if (!mayBeMissing) return false;
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
  return `${[opcode, ...name].join('.')}${words.join('')}${'.type'.repeat(types)}`;
}
