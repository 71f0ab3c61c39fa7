import type { Template, TemplateNode, TemplateProblem } from './template-tree.ts';

/** A value is text; a group of values opens a block once; a list repeats it, each item with names of its own. */
export type TemplateData = { [name: string]: string | TemplateData | TemplateData[] | undefined };

type Value = TemplateData[string];
/** Innermost names last. */
type Scope = readonly TemplateData[];
type Piece = Exclude<TemplateNode, { kind: 'block' }>;

const isGroup = (value: Value): value is TemplateData => typeof value === 'object' && !Array.isArray(value);
const text = (value: Value) => (typeof value === 'string' ? value.trim() : '');

/** Value of a name, in the scope of the blocks around it. */
export function lookup(scope: Scope, path: string): Value {
  const [first = '', ...rest] = path.split('.');
  const names = scope.findLast((one) => Object.hasOwn(one, first));
  return rest.reduce<Value>(
    (value, key) => (isGroup(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    names?.[first],
  );
}

/** Scopes in which a block's content is rendered: none when it does not apply. */
function scopesOf(scope: Scope, { name, negated }: TemplateNode & { kind: 'block' }): Scope[] {
  const value = lookup(scope, name);
  const isThere = Array.isArray(value) ? value.length > 0 : isGroup(value) || text(value) !== '';
  if (isThere === negated) return [];
  return Array.isArray(value) && !negated ? value.map((item) => [...scope, item]) : [scope];
}

/** All rendered pieces, in order. */
function* written(nodes: readonly TemplateNode[], scope: Scope): Generator<[Piece, Scope]> {
  for (const node of nodes) {
    if (node.kind !== 'block') yield [node, scope];
    else for (const inner of scopesOf(scope, node)) yield* written(node.children, inner);
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (value: string) => value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Blank for a missing value, to be filled in by hand. */
export const BLANK = '____________';

/** The contract as HTML: values are escaped, so they never become markup. */
export function renderTemplate(template: Template, data: TemplateData): string {
  const pieces: string[] = [];
  for (const [piece, scope] of written(template.nodes, [data])) {
    pieces.push(piece.kind === 'html' ? piece.html : escaped(text(lookup(scope, piece.name)) || BLANK));
  }
  return pieces.join('');
}

/** Names that a template may use; `within` is the block in which one is defined. */
export type Vocabulary = {
  variables: ReadonlyMap<string, { label: string; within?: string }>;
  blocks: ReadonlyMap<string, { within?: string }>;
};

/** Problems independent of the contract's data, reported when a template is saved. */
export function templateProblems(template: Template, vocabulary: Vocabulary): TemplateProblem[] {
  const problems = new Map(template.problems.map((problem) => [problem.message, problem]));
  const found = (kind: TemplateProblem['kind'], name: string, message: string) =>
    problems.set(message, { kind, name, message });

  function check(nodes: readonly TemplateNode[], around: readonly string[]) {
    for (const node of nodes) {
      if (node.kind === 'html') continue;
      const isBlock = node.kind === 'block';
      const shown = isBlock ? `{{#${node.name}}}` : `{{${node.name}}}`;
      const known = (isBlock ? vocabulary.blocks : vocabulary.variables).get(node.name);
      if (!known) found('UNKNOWN', node.name, `${isBlock ? 'O bloco' : 'A variável'} ${shown} não existe`);
      else if (known.within && !around.includes(known.within)) {
        found('MISPLACED', node.name, `${shown} só vale dentro de {{#${known.within}}}`);
      }
      if (isBlock) check(node.children, node.negated ? around : [...around, node.name]);
    }
  }
  check(template.nodes, []);
  return [...problems.values()];
}

/** Values that this contract lacks for the variables to be written, reported before generating. */
export function missingValues(template: Template, data: TemplateData, vocabulary: Vocabulary): TemplateProblem[] {
  const missing = new Map<string, TemplateProblem>();
  for (const [piece, scope] of written(template.nodes, [data])) {
    if (piece.kind === 'html' || text(lookup(scope, piece.name))) continue;
    const known = vocabulary.variables.get(piece.name);
    if (!known) continue;
    const whose = text(lookup(scope, `${piece.name.split('.')[0]}.nome`));
    const message = `Falta preencher: ${[known.label, whose].filter(Boolean).join(', ')}`;
    missing.set(message, { kind: 'MISSING', name: piece.name, message });
  }
  return [...missing.values()];
}
