/** Names of C++ within a text that quotes an instruction, for people: `[_Z5scaleIfEvPT_f_param_0]` -> `[scale<float>_param_0]`. */
import { foldedName, kernelNameOf } from './kernel-name.ts';
import { plainName } from './variable-name.ts';

const MANGLED = /\b_Z[\w$]+/g;

/** Parameters keep their number; a variable of a function keeps its own name alone. */
export const withPlainNames = (text: string): string =>
  text.includes('_Z') ? text.replace(MANGLED, plainSymbol) : text;

function plainSymbol(symbol: string): string {
  if (symbol.startsWith('_ZZ')) return plainName(symbol);
  const [, mangled, param] = /^(_Z[\w$]+?)((?:_param_\d+)?)$/.exec(symbol) ?? [symbol, symbol, ''];
  return `${foldedName(kernelNameOf(mangled))}${param}`;
}
