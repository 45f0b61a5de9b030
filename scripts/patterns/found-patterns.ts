/** The regular expressions in a file of code. */
import { type ESTree, parseSync, Visitor } from 'vite';
import { lineAt } from '../module-imports.ts';

export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Literals, and what is passed to `RegExp` as a string or as a template; each expression in a template counts as the
 * letter x.
 */
export function patternsIn(path: string, text: string): FoundPattern[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found: FoundPattern[] = [];
  const add = (node: ESTree.Node, source: string, flags: string) =>
    found.push({ source, flags, line: lineAt(text, node.start) });
  const addMade = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags] = node.arguments.map(textOf);
    if (source) add(node, source, flags ?? '');
  };
  new Visitor({
    Literal: node => {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: addMade,
    CallExpression: addMade,
  }).visit(program);
  return found;
}

function textOf(node: ESTree.Node): string {
  if (node.type === 'Literal') return String(node.value);
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? value.raw).join('x') : '';
}
