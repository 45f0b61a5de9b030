/**
 * Names as C++ compilers write them (Itanium C++ ABI, section 5.1): enough of the grammar for kernels, which are free
 * functions, perhaps in namespaces, perhaps templates over integers and plain types. What goes beyond is left as it is.
 */
import { Beyond, MangledText } from './mangled-text.ts';
import { builtinType, classType, type DeclaredType, plainType, type Type } from './mangled-types.ts';

export interface MangledName {
  /** `gather<2>`, without namespaces. */
  readonly plain: string;
  /** Null where the name does not tell them (`extern "C"`) or is beyond this grammar. */
  readonly params: readonly DeclaredType[] | null;
}

export function readMangledName(mangled: string): MangledName {
  if (!mangled.startsWith('_Z')) return { plain: mangled, params: null };
  const reader = new Reader(mangled.slice(2));
  let plain: string | null = null;
  try {
    const name = reader.functionName();
    plain = name.text;
    return { plain, params: reader.params(name.isTemplate) };
  } catch (beyond) {
    if (!(beyond instanceof Beyond)) throw beyond;
    return { plain: plain ?? mangled, params: null };
  }
}

const DEEPEST = 64;
const LONGEST_TYPE = 1000;

class Reader {
  readonly #text: MangledText;
  #depth = 0;
  readonly #substitutions: Type[] = [];
  #templateArguments: Type[] = [];

  constructor(text: string) {
    this.#text = new MangledText(text);
  }

  functionName(): { readonly text: string; readonly isTemplate: boolean } {
    const nested = this.#text.take('N');
    let text = '';
    let isTemplate = false;
    while (nested ? !this.#text.take('E') : text === '') {
      if (this.#text.take('L')) continue; // Internal linkage.
      if (this.#text.peek() === 'I') {
        text += this.#templateArgs();
        isTemplate = true;
      } else {
        text = this.#text.take('_GLOBAL__N_1') ? '' : this.#text.sourceName();
        isTemplate = false;
      }
      if (nested && this.#text.peek() !== 'E') this.#remember(plainType(text, null));
    }
    if (!nested && this.#text.peek() === 'I') {
      this.#remember(plainType(text, null));
      text += this.#templateArgs();
      isTemplate = true;
    }
    if (text === '') throw new Beyond();
    return { text, isTemplate };
  }

  /** The rest of the name. A template's return type comes before its parameters. */
  params(isTemplate: boolean): Type[] {
    const types: Type[] = [];
    while (!['', '.'].includes(this.#text.peek())) types.push(this.#type());
    if (isTemplate) types.shift();
    const none = types.length === 1 && types[0].text === 'void';
    return none ? [] : types;
  }

  #type(): Type {
    if (++this.#depth > DEEPEST) throw new Beyond();
    const type = this.#typeHere();
    this.#depth--;
    return type;
  }

  #typeHere(): Type {
    if (this.#text.take('P')) return this.#pointer('*');
    if (this.#text.take('R')) return this.#pointer('&');
    // Of the qualifiers, restrict and volatile say nothing about the type.
    if (this.#text.take('r') || this.#text.take('V')) {
      const isConst = this.#text.take('K');
      const inner = this.#type();
      return this.#remember({ ...inner, isConst: isConst || inner.isConst });
    }
    if (this.#text.take('K')) return this.#remember({ ...this.#type(), isConst: true });
    if (this.#text.peek() === 'S') return this.#substitution();
    if (this.#text.peek() === 'T') return this.#remember(this.#templateParameter());
    if (this.#text.peek() === 'N') return this.#nestedType();
    if (isDigit(this.#text.peek())) return this.#classType();
    const builtin = builtinType(this.#text.peek());
    if (builtin === null) throw new Beyond();
    this.#text.take(this.#text.peek());
    return builtin;
  }

  #pointer(suffix: string): Type {
    const to = this.#type();
    const element = to.pointer ? 'u64' : to.element;
    return this.#remember({ text: `${to.text}${suffix}`, pointer: true, isConst: to.isConst, element });
  }

  #classType(): Type {
    const name = this.#text.sourceName();
    const type = this.#remember(classType(name));
    return this.#text.peek() === 'I' ? this.#remember(plainType(`${name}${this.#templateArgs()}`, null)) : type;
  }

  #nestedType(): Type {
    this.#text.take(this.#text.peek());
    let text = '';
    while (!this.#text.take('E')) {
      if (this.#text.peek() === 'S') text = this.#substitution().text;
      else {
        text = this.#text.peek() === 'I' ? text + this.#templateArgs() : this.#text.sourceName();
        this.#remember(plainType(text, null));
      }
    }
    return plainType(text, null);
  }

  #templateArgs(): string {
    this.#text.expect('I');
    const list: Type[] = [];
    while (!this.#text.take('E')) list.push(this.#templateArg());
    this.#templateArguments = list;
    return `<${list.map(type => type.text).join(', ')}>`;
  }

  /** `Li2E`, `Lb1E`, a type, or a pack of them. */
  #templateArg(): Type {
    if (this.#text.take('J')) {
      const pack: string[] = [];
      while (!this.#text.take('E')) pack.push(this.#templateArg().text);
      return plainType(pack.join(', '), null);
    }
    if (!this.#text.take('L')) return this.#type();
    const { text } = this.#type();
    const value = this.#text.until('E').replace(/^n/, '-');
    return plainType(text === 'bool' ? String(value === '1') : value, null);
  }

  /** `T_` is the first, `T0_` the second. */
  #templateParameter(): Type {
    this.#text.take(this.#text.peek());
    const index = this.#text.sequenceNumber();
    const type = this.#templateArguments[index];
    if (type === undefined) throw new Beyond();
    return type;
  }

  /** `S_` is the first thing worth repeating, `S0_` the second; `St` and its like are the standard library's. */
  #substitution(): Type {
    this.#text.take(this.#text.peek());
    const type = this.#substitutions[this.#text.sequenceNumber()];
    if (type === undefined) throw new Beyond();
    return type;
  }

  /** Names repeat each other: what is written in a few letters may be far too long to read. */
  #remember(type: Type): Type {
    if (type.text.length > LONGEST_TYPE) throw new Beyond();
    this.#substitutions.push(type);
    return type;
  }
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character !== '';
