/** JSON for the editor's highlighter: tokens only. What a text means is the schema's to say. */
import { StreamLanguage } from '@codemirror/language';

/** Tried in this order. */
const TOKENS: readonly (readonly [pattern: RegExp, token: string | null])[] = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, 'keyword'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
  [/^(?:true|false|null)\b/, 'atom'],
  [/^[{}[\],:]/, 'punctuation'],
];

export const jsonLanguage = StreamLanguage.define<null>({
  name: 'json',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    for (const [pattern, name] of TOKENS) if (stream.match(pattern)) return name;
    stream.next();
    return null;
  },
  languageData: { closeBrackets: { brackets: ['[', '{', '"'] } },
});
