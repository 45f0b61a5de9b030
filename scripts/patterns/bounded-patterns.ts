/** Patterns that may read a text many times, and why that is harmless: their text is short. */

export interface BoundedPattern {
  readonly path: string;
  /** The text between the slashes. */
  readonly source: string;
  /** What limits the text, and to how many characters. */
  readonly reason: string;
}

export const BOUNDED: readonly BoundedPattern[] = [
  {
    path: 'src/model/permute/notation/notation.ts',
    source: '[A-Za-z_]\\w*\\s*\\(.*["\']',
    reason: 'readNotation refuses more than 2,000 characters before it looks for anything',
  },
  {
    path: 'src/model/permute/notation/notation.ts',
    source: '^[\\s\\d_,():>→-]*:[\\s\\d_,():>→-]*$',
    reason: 'readNotation refuses more than 2,000 characters before it looks for anything',
  },
  {
    path: 'src/model/permute/notation/notation.ts',
    source: '\\w\\s*\\(.*\\.|\\.\\s*[a-z]\\w*\\s*\\(',
    reason: 'readNotation refuses more than 2,000 characters before it looks for anything',
  },
  {
    path: 'src/pages/kit/tensor-map/encode-call.ts',
    source: 'cuTensorMapEncodeTiled\\w*\\s*\\(',
    reason: 'of 65,536 characters, which is the most that readEncodeCall takes, the name fits in 2,978 times',
  },
];
