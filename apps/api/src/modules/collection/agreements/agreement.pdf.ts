import type { CalendarDate } from '@morada/domain/base/calendar';
import { oneLine } from '@morada/domain/base/written';
import { textBlocks } from '@morada/domain/debt-agreement/agreement-text';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The text, with how it was accepted below it. `evidence`: sentences, each in a line of its own; none: not accepted yet. */
export function agreementPdf(subject: {
  id: number;
  text: string;
  evidence: readonly string[];
  agency: Letterhead;
  day: CalendarDate;
}): NodeJS.ReadableStream {
  const body = textBlocks(subject.text).map((block) => {
    if (block.kind === 'list') return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    return block.kind === 'title' ? `<h1>${escaped(block.text)}</h1>` : `<p>${escaped(block.text)}</p>`;
  });
  const evidence = subject.evidence.map((sentence) => `<p>${escaped(oneLine(sentence))}</p>`);
  return richTextPdf({
    title: `Acordo nº ${subject.id}`,
    agency: subject.agency,
    day: subject.day,
    html: [...body, ...(evidence.length > 0 ? ['<h2>Aceite</h2>', ...evidence] : [])].join(''),
  });
}
