/** The registers that one block declares: by name, as a range (`%r<27>`), as vectors whose elements are `.x` to `.w`. */
import type { Operand, ScalarType } from './ast.ts';
import { isDigit } from './characters.ts';

export interface RegisterNames {
  readonly type: ScalarType;
  /** `%r<27>` declares %r0 to %r26; null = one register of exactly this name. */
  readonly count: number | null;
  /** Registers behind each name. */
  readonly vector: number;
}

/** Meaning of a register's name. */
export interface FoundRegisters {
  readonly type: ScalarType;
  /** Names of the single registers; more than one for a vector as a whole. */
  readonly parts: readonly string[];
}

export const ELEMENTS = ['x', 'y', 'z', 'w'] as const;
/** Colours mean the same as coordinates. */
const ELEMENT_OF = new Map<string, number>([...ELEMENTS, ...'rgba'].map((letter, i) => [letter, i % ELEMENTS.length]));

/** Longest run of digits that can be a register number. */
const LONGEST_NUMBER = 7;

export class DeclaredRegisters {
  /** Names; the key of a range is its prefix and '<'. */
  readonly #declared = new Map<string, RegisterNames>();

  /** False when the name is there already. */
  declare(name: string, registers: RegisterNames): boolean {
    const key = registers.count === null ? name : `${name}<`;
    if (this.#declared.has(key)) return false;
    this.#declared.set(key, registers);
    return true;
  }

  find(name: string): FoundRegisters | undefined {
    if (this.#declared.size === 0) return undefined;
    const declared = this.#byName(name);
    if (declared === undefined) return this.#findElement(name);
    const { type, vector } = declared;
    return { type, parts: vector === 1 ? [name] : ELEMENTS.slice(0, vector).map(element => `${name}.${element}`) };
  }

  /** `%v.y` of a vector. A plain register may be called %tid; %tid.x is the special one all the same. */
  #findElement(name: string): FoundRegisters | undefined {
    const dot = name.indexOf('.');
    if (dot < 0) return undefined;
    const whole = name.slice(0, dot);
    const declared = this.#byName(whole);
    const element = ELEMENT_OF.get(name.slice(dot + 1));
    if (declared === undefined || declared.vector === 1 || element === undefined || element >= declared.vector) {
      return undefined;
    }
    return { type: declared.type, parts: [`${whole}.${ELEMENTS[element]}`] };
  }

  #byName(name: string): RegisterNames | undefined {
    return this.#declared.get(name) ?? this.#rangeWith(name);
  }

  #rangeWith(name: string): RegisterNames | undefined {
    const first = Math.max(1, name.length - LONGEST_NUMBER);
    for (let cut = name.length - 1; cut >= first && isDigit(name.charCodeAt(cut)); cut--) {
      const range = this.#declared.get(`${name.slice(0, cut)}<`);
      if (range === undefined) continue;
      const digits = name.slice(cut);
      if (Number(digits) < range.count! && (digits === '0' || digits[0] !== '0')) return range;
    }
    return undefined;
  }
}

/** Selects bytes or halves of two registers, for up to four lanes (PTX ISA, "Video Instructions"). */
const SELECTOR = /^(b[0-7]{1,4}|h[0-3]{1,2})$/;

/** `%r1.b0`, `%r1.h10`: bytes or halves of the register that `find` gives. */
export function selectedPart(name: string, find: (whole: string) => Operand | undefined): Operand | undefined {
  const dot = name.indexOf('.');
  const selector = name.slice(dot + 1);
  const register = dot < 0 || !SELECTOR.test(selector) ? undefined : find(name.slice(0, dot));
  return register?.kind === 'register' ? { kind: 'modified', name: register.name, modifier: selector } : undefined;
}
