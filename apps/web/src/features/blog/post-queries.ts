import { feed, type Post, type PostCreate, type PostRow } from '@morada/contract/feed';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { upload, uploadWithVersion } from '#web/lib/api/upload.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';
import type { RowPage } from '#web/ui/list/data-table.tsx';

const LISTS = ['feed', 'list'];

/** Picture of a post in a form: a newly chosen file, or the URL of the stored one. */
export type PostImage = Blob | string | null;
export type PostValues = z.input<typeof PostCreate> & { image: PostImage };

export const postsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...LISTS, page],
    queryFn: async ({ signal }) => {
      const found = api(feed.list, { query: { page } }, { signal });
      return (await withFailureMessage('Ocorreu um erro ao buscar os dados', found)) as RowPage<PostRow>;
    },
    placeholderData: keepPreviousData,
  });

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: ['feed', id],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao buscar a publicação',
        apiWithVersion(feed.show, { params: { id } }, { signal }),
      ),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A picture that was just chosen, if one was. */
const chosen = (image: PostImage | undefined) => (image instanceof Blob ? image : undefined);
const nameOf = (image: Blob | undefined) => (image instanceof File ? image.name : 'imagem.jpg');

export function useCreatePost() {
  const cache = useQueryClient();
  return async ({ image, ...body }: PostValues) => {
    // The form refuses to go without one.
    const file = chosen(image) ?? new Blob();
    const created = await withFailureMessage(
      'Ocorreu um erro ao tentar criar uma nova publicação',
      upload(feed.create, { body, file, name: nameOf(file) }),
    );
    cache.invalidateQueries({ queryKey: LISTS });
    return created;
  };
}

export function useUpdatePost(id: number) {
  const save = useSaveVersioned<Post>(postQuery(id), LISTS);
  return ({ image, ...body }: PostValues) => {
    const file = chosen(image);
    return withFailureMessage(
      'Ocorreu um erro ao tentar atualizar a publicação',
      save((options) => uploadWithVersion(feed.update, { params: { id }, body, file, name: nameOf(file) }, options)),
    );
  };
}

export function useDeletePost() {
  const cache = useQueryClient();
  return async (id: number) => {
    await withFailureMessage('Não foi possível deletar esta publicação', api(feed.remove, { params: { id } }));
    await cache.invalidateQueries({ queryKey: LISTS });
  };
}
