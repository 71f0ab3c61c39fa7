/** Safe markup: only `html`, `jsonData` and `richText` create it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function rendered(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(rendered).join('');
  if (part === null || part === undefined || part === false) return '';
  return escaped(String(part));
}

/** Template tag that escapes interpolated text for elements and quoted attributes, except `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((before, string, index) => before + rendered(parts[index - 1]) + string));

/** JSON-LD. `<` is escaped in JSON, so that a `</script>` in a text can't end the element. */
export const jsonData = (data: object): Html =>
  html`<script type="application/ld+json">${new Html(JSON.stringify(data).replace(/</g, '\\u003c'))}</script>`;
