/** Splits `ld.global.v4.f32` into opcode and modifiers, once per spelling. */

export interface Opcode {
  readonly opcode: string;
  readonly modifiers: readonly string[];
  /** Width of a decimal float among the operands: .b64 holds doubles, too. */
  readonly floatBits: 32 | 64;
}

export class OpcodeTable {
  readonly #known = new Map<string, Opcode>();

  /** Null for a word that is no opcode. */
  split(word: string): Opcode | null {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    if (!isLowerCase(word.charCodeAt(0))) return null;
    const modifiers = word.split('.');
    const opcode = modifiers.shift()!;
    if (modifiers.includes('')) return null;
    const entry: Opcode = { opcode, modifiers, floatBits: modifiers.some(m => m === 'f64' || m === 'b64') ? 64 : 32 };
    this.#known.set(word, entry);
    return entry;
  }
}

const isLowerCase = (code: number): boolean => code >= 97 && code <= 122;
