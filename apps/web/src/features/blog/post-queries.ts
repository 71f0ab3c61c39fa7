import { feed, type PostCreate } from '@morada/contract/desk/feed';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';

/** Picture of a post in a form: a newly chosen file, or the URL of the stored one. */
export type PostImage = Blob | string | null;
export type PostValues = z.input<typeof PostCreate> & { image: PostImage };

export const postsQuery = ({ page = 1 }: { page?: number | undefined }) =>
  pageQuery(feed.list, { query: { page } }, { failure: 'Ocorreu um erro ao buscar os dados' });

export const postQuery = (id: number) => ({
  ...query(feed.show, { params: { id } }, { failure: 'Ocorreu um erro ao buscar a publicação' }),
  ...WHILE_EDITED,
});

export const useCreatePost = () =>
  useMutation(mutation(feed.create, { failure: 'Ocorreu um erro ao tentar criar uma nova publicação' }));

export const useUpdatePost = (id: number) =>
  useMutation(
    recordMutation(feed.update, postQuery(id), { failure: 'Ocorreu um erro ao tentar atualizar a publicação' }),
  );

export const useDeletePost = () =>
  useMutation(mutation(feed.remove, { failure: 'Não foi possível deletar esta publicação', awaitRefetch: true }));

/** The parts of a form that the calls take: the fields, and the picture where one was just chosen. */
export function partsOf({ image, ...body }: PostValues) {
  const file = image instanceof Blob ? image : undefined;
  return { body, file, name: file instanceof File ? file.name : 'imagem.jpg' };
}
