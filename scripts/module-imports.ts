/** Every import of one source file: static, type-only, dynamic, by glob, or as a worker's address. */
import { type ESTree, parseSync, Visitor } from 'vite';

export interface ModuleImport {
  /** Name as written: './x.ts', 'react', 'node:fs', or a glob pattern. */
  readonly specifier: string;
  /** 'url' is `new URL('./x', import.meta.url)`. */
  readonly kind: 'static' | 'dynamic' | 'glob' | 'url';
  /** 1-based. */
  readonly line: number;
}

/** Throws if the text cannot be parsed; the compiler says why. */
export function importsOf(path: string, text: string): ModuleImport[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found: ModuleImport[] = [];
  const add = (kind: ModuleImport['kind'], node: Spanned | null | undefined) => {
    const specifier = node ? stringOf(node) : null;
    if (node && specifier !== null) found.push({ specifier, kind, line: lineAt(text, node.start) });
  };
  new Visitor({
    ImportDeclaration: node => add('static', node.source),
    ExportAllDeclaration: node => add('static', node.source),
    ExportNamedDeclaration: node => add('static', node.source),
    TSImportType: node => add('static', node.source),
    ImportExpression: node => add('dynamic', node.source),
    NewExpression: node => {
      if (isNamed(node.callee, 'URL') && isImportMeta(node.arguments[1], 'url')) add('url', node.arguments[0]);
    },
    CallExpression: node => {
      if (!isImportMeta(node.callee, 'glob')) return;
      const [patterns] = node.arguments;
      for (const p of patterns?.type === 'ArrayExpression' ? patterns.elements : [patterns]) add('glob', p);
    },
  }).visit(program);
  return found.sort((a, b) => a.line - b.line);
}

type Spanned = ESTree.Node;

/** The text of a string literal, or of a template without expressions. */
function stringOf(node: Spanned): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0].value.cooked ?? null;
  return null;
}

const isNamed = (node: Spanned, name: string): boolean => node.type === 'Identifier' && node.name === name;

const isImportMeta = (node: Spanned | undefined, property: string): boolean =>
  node?.type === 'MemberExpression' && node.object.type === 'MetaProperty' && isNamed(node.property, property);

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
