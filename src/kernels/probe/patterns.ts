/** Tables that show something, each as the text that makes it. */

export interface TablePattern {
  readonly name: string;
  readonly table: string;
}

export const PATTERNS: readonly TablePattern[] = [
  { name: 'Side by side, 4 B', table: 'lane * 4' },
  { name: 'Side by side, 8 B', table: 'lane * 8' },
  { name: 'Side by side, 16 B', table: 'lane * 16' },
  { name: 'One word for all', table: '0 * lane' },
  { name: 'Every other word', table: 'lane * 8' },
  { name: 'A column of 128 B rows', table: 'lane * 128' },
  { name: 'A padded column', table: 'lane * 132' },
  { name: 'A column under 128B', table: 'lane * 128 + (lane % 8) * 16' },
  { name: 'A column under 64B', table: 'lane * 128 + (lane % 4) * 16' },
  { name: 'Matrix rows, 128 B apart', table: '(lane % 8) * 128 + (lane // 8) * 16' },
  { name: 'Matrix rows under 128B', table: '(lane % 8) * 128 + ((lane // 8) ^ (lane % 8)) * 16' },
  { name: 'Two lanes to an address', table: '(lane // 2) * 16' },
];
