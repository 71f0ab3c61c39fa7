import { type Token, tokens } from './template-tokens.ts';

export type TemplateNode =
  | { kind: 'html'; html: string }
  | { kind: 'variable'; name: string }
  | { kind: 'block'; name: string; negated: boolean; children: TemplateNode[] };

/** Problem that keeps a template from rendering as intended. */
export type TemplateProblem = {
  kind: 'UNKNOWN' | 'MISPLACED' | 'UNCLOSED' | 'UNOPENED' | 'CROSSED' | 'NESTED' | 'MISSING';
  /** The variable or block; empty for braces that never close. */
  name: string;
  message: string;
};

export type Template = { nodes: readonly TemplateNode[]; problems: readonly TemplateProblem[] };

/** Maximum nesting: a contract needs two levels (a guarantor's spouse). */
const MAX_DEPTH = 4;

/** Position of a mark among the elements; equal positions are the same object, so comparing is by identity. */
type Place = { name: string; parent: Place | undefined; inside: Map<string, Place> };
type OpenBlock = { name: string; children: TemplateNode[]; place: Place; isDropped: boolean };

/**
 * Parses a template in linear time. Invalid marks are reported and dropped, so that a preview always shows the rest.
 */
export function parseTemplate(html: string): Template {
  const tree = new Tree();
  for (const token of tokens(html)) tree.take(token);
  return tree.finish();
}

class Tree {
  private readonly problems = new Map<string, TemplateProblem>();
  private readonly root: TemplateNode[] = [];
  private readonly open: OpenBlock[] = [];
  /** Open blocks by name. */
  private readonly counts = new Map<string, number>();
  private depth = 0;
  private place: Place = { name: '', parent: undefined, inside: new Map() };

  take(token: Token) {
    if (token.kind === 'open') this.enter(token);
    else if (token.kind === 'close') this.close(token.name);
    else if (token.kind === 'variable') this.children().push(token);
    else this.children().push({ kind: 'html', html: token.html });
    if (token.kind === 'tag') this.place = placeAfter(this.place, token);
    if (token.kind === 'unclosed') this.problem('UNCLOSED', '', `Faltam as chaves }} depois de “{{${token.near}”`);
  }

  finish(): Template {
    while (this.open.length > 0) this.unclosed(this.leave()?.name ?? '');
    return { nodes: this.root, problems: [...this.problems.values()] };
  }

  private children() {
    return this.open.at(-1)?.children ?? this.root;
  }

  private enter({ name, negated }: Token & { kind: 'open' }) {
    const isInItself = this.count(name) > 0;
    if (isInItself) this.problem('NESTED', name, `O bloco {{#${name}}} está dentro dele mesmo`);
    else if (this.depth >= MAX_DEPTH) this.problem('NESTED', name, `Use até ${MAX_DEPTH} blocos um dentro do outro`);
    const isDropped = isInItself || this.depth >= MAX_DEPTH;
    const children: TemplateNode[] = isDropped ? this.children() : [];
    if (!isDropped) {
      this.children().push({ kind: 'block', name, negated, children });
      this.depth += 1;
    }
    this.counts.set(name, this.count(name) + 1);
    this.open.push({ name, children, place: this.place, isDropped });
  }

  private close(name: string) {
    if (this.count(name) === 0) {
      this.problem('UNOPENED', name, `{{/${name}}} fecha um bloco que não foi aberto`);
      return;
    }
    let block = this.leave();
    for (; block && block.name !== name; block = this.leave()) this.unclosed(block.name);
    if (block?.place !== this.place) {
      this.problem('CROSSED', name, `O bloco {{#${name}}} abre num parágrafo, lista ou tabela e fecha em outro`);
    }
  }

  private leave(): OpenBlock | undefined {
    const block = this.open.pop();
    if (block) this.counts.set(block.name, this.count(block.name) - 1);
    if (block && !block.isDropped) this.depth -= 1;
    return block;
  }

  private count(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  private unclosed(name: string) {
    this.problem('UNCLOSED', name, `O bloco {{#${name}}} não foi fechado: falta {{/${name}}}`);
  }

  private problem(kind: TemplateProblem['kind'], name: string, message: string) {
    this.problems.set(message, { kind, name, message });
  }
}

/** Void elements. */
const VOID = ['br', 'hr', 'img', 'col', 'wbr', 'input'];

function placeAfter(place: Place, { name, closing }: Token & { kind: 'tag' }): Place {
  if (VOID.includes(name)) return place;
  if (closing) return place.name === name ? (place.parent ?? place) : place;
  const inside = place.inside.get(name) ?? { name, parent: place, inside: new Map<string, Place>() };
  place.inside.set(name, inside);
  return inside;
}
