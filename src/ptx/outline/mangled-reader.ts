/**
 * Types and template arguments in mangled names (Itanium C++ ABI, sections 5.1.5 to 5.1.10): integers, plain types, arrays of
 * them, pointers to them, and what stands for something that was there before.
 */
import { Beyond, MangledText } from './mangled-text.ts';
import { builtinType, classType, plainType, type Type } from './mangled-types.ts';

const DEEPEST = 64;
const LONGEST_TYPE = 1000;

export class MangledReader {
  /** Text that is still to be read. */
  readonly text: MangledText;
  #depth = 0;
  readonly #substitutions: Type[] = [];
  #templateArguments: Type[] = [];

  constructor(text: string) {
    this.text = new MangledText(text);
  }

  type(): Type {
    if (++this.#depth > DEEPEST) throw new Beyond();
    const type = this.#typeHere();
    this.#depth--;
    return type;
  }

  #typeHere(): Type {
    if (this.text.take('P')) return this.#pointer('*');
    if (this.text.take('R')) return this.#pointer('&');
    if (this.text.take('A')) return this.#array();
    if (this.text.take('F')) return this.#functionType();
    // The qualifiers restrict and volatile do not change the type.
    if (this.text.take('r') || this.text.take('V')) {
      const isConst = this.text.take('K');
      const inner = this.type();
      return this.remember({ ...inner, isConst: isConst || inner.isConst });
    }
    if (this.text.take('K')) return this.remember({ ...this.type(), isConst: true });
    if (this.text.peek() === 'S') return this.#substitution();
    if (this.text.peek() === 'T') return this.remember(this.#templateParameter());
    if (this.text.peek() === 'N') return this.#nestedType();
    if (isDigit(this.text.peek())) return this.#classType();
    const builtin = builtinType(this.text.peek());
    if (builtin === null) throw new Beyond();
    this.text.take(this.text.peek());
    return builtin;
  }

  #pointer(suffix: string): Type {
    const to = this.type();
    const element = to.pointer ? 'u64' : to.element;
    return this.remember({ text: `${to.text}${suffix}`, pointer: true, isConst: to.isConst, element });
  }

  /** `A2_f`, without a length where that is a formula of the template. */
  #array(): Type {
    const length = this.text.until('_');
    const { text, element } = this.type();
    return this.remember(plainType(`${text}[${/^\d*$/.test(length) ? length : ''}]`, element));
  }

  /** The result's type, then those of the parameters, which are only said to be there. */
  #functionType(): Type {
    const { text } = this.type();
    while (!this.text.take('E')) this.type();
    return this.remember(plainType(`${text}(…)`, null));
  }

  #classType(): Type {
    const name = this.text.sourceName();
    const type = this.remember(classType(name));
    return this.text.peek() === 'I' ? this.remember(plainType(`${name}${this.templateArgs()}`, null)) : type;
  }

  #nestedType(): Type {
    this.text.take(this.text.peek());
    let text = '';
    while (!this.text.take('E')) {
      if (this.text.peek() === 'S') text = this.#substitution().text;
      else {
        text = this.text.peek() === 'I' ? text + this.templateArgs() : this.text.sourceName();
        text = this.remember(plainType(text, null)).text;
      }
    }
    return plainType(text, null);
  }

  templateArgs(): string {
    this.text.expect('I');
    const list: Type[] = [];
    while (!this.text.take('E')) list.push(this.#templateArg());
    this.#templateArguments = list;
    return `<${listed(list.map(type => type.text))}>`;
  }

  /** `Li2E`, `Lb1E`, a type, or a pack of them. */
  #templateArg(): Type {
    if (this.text.take('J')) {
      const pack: string[] = [];
      while (!this.text.take('E')) pack.push(this.#templateArg().text);
      return plainType(listed(pack), null);
    }
    if (!this.text.take('L')) return this.type();
    const { text } = this.type();
    const value = this.text.until('E').replace(/^n/, '-');
    return plainType(text === 'bool' ? String(value === '1') : value, null);
  }

  /** `T_` is the first, `T0_` the second. */
  #templateParameter(): Type {
    this.text.take(this.text.peek());
    const index = this.text.sequenceNumber();
    const type = this.#templateArguments[index];
    if (type === undefined) throw new Beyond();
    return type;
  }

  /** `S_` is the first thing worth repeating, `S0_` the second; `St` and its like are the standard library's. */
  #substitution(): Type {
    this.text.take(this.text.peek());
    if (this.text.take('t')) return this.#classType();
    const type = this.#substitutions[this.text.sequenceNumber()];
    if (type === undefined) throw new Beyond();
    return type;
  }

  /** Names repeat each other: what is written in a few letters may be far too long to read, and loses its arguments then. */
  remember(type: Type): Type {
    const text = type.text.length > LONGEST_TYPE ? withoutArguments(type.text) : type.text;
    if (text.length > LONGEST_TYPE) throw new Beyond();
    const short = { ...type, text };
    this.#substitutions.push(short);
    return short;
  }
}

/** A pack may be empty. */
const listed = (texts: readonly string[]): string => texts.filter(text => text !== '').join(', ');

const withoutArguments = (text: string): string =>
  text.includes('<') ? `${text.slice(0, text.indexOf('<'))}<…>${text.slice(text.lastIndexOf('>') + 1)}` : text;

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character !== '';
