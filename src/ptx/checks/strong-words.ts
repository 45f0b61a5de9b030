/** Words by which a load or store is strong (PTX ISA, "Memory Consistency Model"). */
const STRONG_WORDS = ['volatile', 'relaxed', 'acquire', 'release', 'mmio'];

export const isStrong = (modifiers: readonly string[]): boolean => modifiers.some(word => STRONG_WORDS.includes(word));
