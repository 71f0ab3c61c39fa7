import { extractText } from 'unpdf';

/** What a PDF says, its spaces and line breaks made one space. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
