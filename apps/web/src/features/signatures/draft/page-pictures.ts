import { signatures } from '@morada/contract/desk/signatures';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Ink, wordsUnder } from '#web/features/signatures/places/field-places.ts';
import { linesIn, roomUnder } from '#web/features/signatures/places/page-ink.ts';
import { apiFile } from '#web/lib/api/api.ts';
import { combinedQuery, query } from '#web/lib/api/query.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';

/** The paper of a draft never changes. */
const pictureQuery = (id: number, page: number) => ({
  ...combinedQuery([signatures.page], { id, page }, async () => {
    const { file } = await apiFile(signatures.page, { params: { id, page } });
    return file;
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Address of the picture of a page. It comes with the session, so it is shown from memory. */
export function usePicture(id: number, page: number) {
  const { data, error } = useQuery(pictureQuery(id, page));
  const src = useObjectUrl(data);
  return {
    src,
    waiting: error
      ? 'A imagem desta página não veio. Os campos podem ser colocados assim mesmo.'
      : 'Carregando a página',
  };
}

/** Wide enough for a line of underscores to stay a line. */
const WIDTH = 900;

/** What the last two pages of a paper show, where signatures usually stand. */
export async function inkOfLast(cache: QueryClient, id: number, pages: number): Promise<Ink[]> {
  const last = [pages - 1, pages].filter((page) => page >= 1);
  return Promise.all(
    last.map(async (page) => {
      const bitmap = await createImageBitmap(await cache.fetchQuery(pictureQuery(id, page)));
      const canvas = document.createElement('canvas');
      canvas.width = WIDTH;
      canvas.height = Math.round((bitmap.height / bitmap.width) * WIDTH);
      const drawing = canvas.getContext('2d');
      drawing?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      const pixels = drawing?.getImageData(0, 0, canvas.width, canvas.height);
      if (!pixels) return { page, lines: [], room: undefined };
      const lines = linesIn(pixels);
      const { text } = await cache.fetchQuery(query(signatures.text, { params: { id, page } }));
      const under = wordsUnder(text, lines.length);
      return { page, lines: lines.map((line, at) => ({ ...line, under: under[at] ?? '' })), room: roomUnder(pixels) };
    }),
  );
}
