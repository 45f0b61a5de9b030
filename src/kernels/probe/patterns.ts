/** Tables that show something, each as the text that makes it. */

export interface TablePattern {
  readonly name: string;
  readonly table: string;
  /** Bytes a lane that the name speaks of. */
  readonly widthBytes?: 4 | 8 | 16;
}

export const PATTERNS: readonly TablePattern[] = [
  { name: 'Side by side, 4 B', table: 'lane * 4', widthBytes: 4 },
  { name: 'Side by side, 8 B', table: 'lane * 8', widthBytes: 8 },
  { name: 'Side by side, 16 B', table: 'lane * 16', widthBytes: 16 },
  { name: 'One word for all', table: '0 * lane' },
  { name: 'Every other word', table: 'lane * 8', widthBytes: 4 },
  { name: 'A column of 128 B rows', table: 'lane * 128' },
  { name: 'A padded column', table: 'lane * 132' },
  { name: 'A column under 128B', table: 'lane * 128 + (lane % 8) * 16' },
  { name: 'A column under 64B', table: 'lane * 128 + (lane % 4) * 16' },
  { name: 'Matrix rows, 128 B apart', table: '(lane % 8) * 128 + (lane // 8) * 16' },
  { name: 'Matrix rows under 128B', table: '(lane % 8) * 128 + ((lane // 8) ^ (lane % 8)) * 16' },
  { name: 'Two lanes to an address', table: '(lane // 2) * 16' },
];

/** The pattern of a table: of several, the one that speaks of its bytes a lane. */
export function patternOf(table: string, widthBytes: number): TablePattern | null {
  const alike = PATTERNS.filter(pattern => pattern.table === table);
  return alike.find(pattern => pattern.widthBytes === widthBytes) ?? alike[0] ?? null;
}
