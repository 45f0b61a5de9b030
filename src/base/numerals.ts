/** Numbers in words, for sentences that every layer may have to write. */

/** Upper-case digits, at least four, in groups of four above eight: 0x0594, 0x7F00 0000 0100. */
export function addressText(address: number): string {
  const digits = address.toString(16).toUpperCase().padStart(4, '0');
  return `0x${digits.length <= 8 ? digits : digits.replace(/\B(?=(.{4})+$)/g, ' ')}`;
}

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}
