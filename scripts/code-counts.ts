/** What the ratchet counts in one source file. Tables are data and are not counted. */
import { type ESTree, parseSync, Visitor } from 'vite';
import { lineAt } from './module-imports.ts';

export const FILE_LINES = 300;

/** Most lines of a function; TSX may have more, since markup takes lines. */
export const functionLines = (path: string): number => (path.endsWith('.tsx') ? 60 : 40);

export interface CodeCounts {
  /** Uses of the type `any`. */
  readonly any: number;
  /** Comments that silence the linter or the compiler. */
  readonly suppressions: number;
  /** Lines of the file without its tables. */
  readonly lines: number;
  /** Functions of more than `functionLines` lines. */
  readonly longFunctions: readonly { readonly line: number; readonly lines: number }[];
}

const SUPPRESSION = /^[\s*]*(biome-ignore|@ts-(ignore|expect-error|nocheck)|eslint-disable)/;

/** Throws if the text cannot be parsed; the compiler says why. */
export function countCode(path: string, text: string): CodeCounts {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const tableLines = program.body.flatMap(tablesOf).reduce((sum, table) => sum + linesOf(table, text), 0);
  return {
    ...countNodes(path, program, text),
    suppressions: comments.filter(comment => SUPPRESSION.test(comment.value)).length,
    lines: text.trimEnd().split('\n').length - tableLines,
  };
}

function countNodes(path: string, program: ESTree.Program, text: string): Pick<CodeCounts, 'any' | 'longFunctions'> {
  let any = 0;
  const longFunctions: { line: number; lines: number }[] = [];
  const countAny = () => {
    any++;
  };
  const measure = (node: ESTree.Span) => {
    const lines = linesOf(node, text);
    if (lines > functionLines(path)) longFunctions.push({ line: lineAt(text, node.start), lines });
  };
  new Visitor({
    TSAnyKeyword: countAny,
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return { any, longFunctions };
}

const linesOf = (node: ESTree.Span, text: string): number => lineAt(text, node.end) - lineAt(text, node.start) + 1;

/** The array and object literals that a top-level statement names. */
function tablesOf(statement: ESTree.Node): ESTree.Node[] {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (inner?.type !== 'VariableDeclaration') return [];
  return inner.declarations.flatMap(d => (d.init ? literalIn(d.init) : []));
}

function literalIn(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return [node];
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return literalIn(node.expression);
  // new Map([...]), Object.freeze({...}), defineRows([...])
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return node.arguments.flatMap(literalIn);
  return [];
}
