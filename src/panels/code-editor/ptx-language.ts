/** PTX for the editor's highlighter: tokens only, line by line. What a text means is the parser's to say. */
import { StreamLanguage, type StreamParser } from '@codemirror/language';

interface Position {
  inComment: boolean;
  /** Whether a statement's first word is next: an opcode, a directive or a label. */
  atStart: boolean;
  /** Whether it is inside a directive that ends with its line, not with a semicolon. */
  inLine: boolean;
}

type Stream = Parameters<StreamParser<Position>['token']>[0];

/** Tried in this order; `next`: whether a statement begins after it. */
const TOKENS: readonly (readonly [pattern: RegExp, token: string | null, next: boolean | null])[] = [
  [/^\/\/.*/, 'comment', null],
  [/^"(?:[^"\\]|\\.)*"?/, 'string', false],
  [/^@!?%?[\w$]+/, 'operator', null],
  [/^%[\w$.]+/, 'variableName', false],
  [/^0[fF][0-9a-fA-F]{8}\b|^0[dD][0-9a-fA-F]{16}\b|^0[xX][0-9a-fA-F]+U?|^\d+(?:\.\d+)?U?/, 'number', false],
  [/^\.[A-Za-z_]\w*/, 'meta', false],
  [/^[\w$]+(?=\s*:(?!:))/, 'labelName', true],
  [/^[{};:]/, 'punctuation', true],
];

const LINE_DIRECTIVE = /^\.(?:loc|file|version|target|address_size|pragma)\b/;
const OPCODE = /^[a-z]\w*(?:\.[\w:]+)*/;
const WORD = /^[\w$]+/;

function token(stream: Stream, at: Position): string | null {
  if (at.inComment) return commentToken(stream, at);
  if (at.inLine && stream.sol()) Object.assign(at, { atStart: true, inLine: false });
  if (stream.eatSpace()) return null;
  if (stream.match('/*')) return commentToken(stream, at);
  if (stream.match(LINE_DIRECTIVE, false)) at.inLine = true;
  for (const [pattern, name, next] of TOKENS)
    if (stream.match(pattern)) {
      at.atStart = next ?? at.atStart;
      return name;
    }
  if (at.atStart && stream.match(OPCODE)) {
    at.atStart = false;
    return 'keyword';
  }
  if (!stream.match(WORD)) stream.next();
  return null;
}

/** Reads from inside a comment to the comment's end, or to the line's end. */
function commentToken(stream: Stream, at: Position): string {
  at.inComment = !stream.match(/^.*?\*\//);
  if (at.inComment) stream.skipToEnd();
  return 'comment';
}

export const ptxLanguage = StreamLanguage.define<Position>({
  name: 'ptx',
  startState: () => ({ inComment: false, atStart: true, inLine: false }),
  copyState: at => ({ ...at }),
  token,
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
});
