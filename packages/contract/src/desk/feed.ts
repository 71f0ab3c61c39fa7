import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { idParams, instant, page, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { IMAGE_UPLOAD } from '../registry/images.ts';
import { PostSearch } from './feed.search.ts';

const MAX_BODY = 200_000;

const row = {
  id: z.int(),
  title: z.string(),
  /** Path of the header picture, full and thumbnail; they change with it. */
  image: z.string(),
  thumbnail: z.string(),
  image_width: z.int(),
  image_height: z.int(),
  /** Views of the public page, once per visitor and day. */
  views: z.int(),
  /** Public address: `/blog/12/como-visitar-um-imovel`. */
  path: z.string(),
  created_at: instant,
  updated_at: instant,
};
export const PostRow = z.object(row);
export type PostRow = z.output<typeof PostRow>;

/** With its text: sanitised HTML. */
export const Post = z.object({ ...row, body: z.string() });
export type Post = z.output<typeof Post>;

export const PostCreate = z.object({
  title: text('Informe o título da notícia!'),
  body: z
    .string('Escreva o texto da notícia')
    .check(z.minLength(1, 'Escreva o texto da notícia'), z.maxLength(MAX_BODY, 'O texto é longo demais')),
});

/** The header picture is sent with the fields, in one form. */
const POST_UPLOAD = { ...IMAGE_UPLOAD, part: 'image', missing: 'Insira uma imagem!' } as const;

export const feed = endpoints('posts', {
  list: {
    method: 'GET',
    path: '/feed',
    access: 'FEED_VIEW',
    summary: 'Notícias do blog, as mais novas primeiro; com `page`, uma página delas',
    query: PostSearch,
    response: z.union([z.array(PostRow), page(PostRow)]),
  },
  export: listExport({
    path: '/feed/export/:format',
    access: 'FEED_VIEW',
    summary: 'Notícias do blog, em planilha',
    query: z.object({}),
  }),
  create: {
    method: 'POST',
    path: '/feed',
    access: 'FEED_CREATE',
    summary: 'Publicar uma notícia',
    body: PostCreate,
    upload: POST_UPLOAD,
    response: Post,
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/feed/:id',
    access: ['FEED_VIEW', 'FEED_EDIT'],
    summary: 'Uma notícia',
    params: idParams,
    response: Post,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/feed/:id',
    access: 'FEED_EDIT',
    summary: 'Alterar uma notícia; sem `image`, a imagem fica a que é',
    params: idParams,
    body: z.partial(PostCreate),
    upload: { ...POST_UPLOAD, optional: true },
    response: Post,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/feed/:id',
    access: 'FEED_DESTROY',
    summary: 'Deletar uma notícia',
    params: idParams,
  },
});

export const feedProblems = problems({
  POST_NOT_FOUND: [404, 'Não encontramos esta notícia.'],
  POST_EMPTY: [422, 'Escreva o texto da notícia', 'body'],
});
