import type { UploadedFile } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { feedProblems, type PostCreate } from '@morada/contract/desk/feed';
import { postPath } from '@morada/domain/property/post';
import type * as z from 'zod/mini';
import { cleanHtml, textOf } from '#api/base/rich-text.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { dropImages, dropOnFailure, imagePath, keepImage } from '#api/modules/registry/images/images.service.ts';
import * as queries from './feed.queries.ts';

type Given = z.output<typeof PostCreate>;
type Kept = Awaited<ReturnType<typeof keepImage>>;
type Found = { id: number; title: string; image: string };

const shownRow = <T extends Found>(post: T) => ({
  ...post,
  image: imagePath('full', post.image),
  thumbnail: imagePath('thumb', post.image),
  path: postPath(post),
});

/** Sanitised on output too: a row may not have come through the form. */
const shown = <T extends Found & { body: string }>(post: T) => ({ ...shownRow(post), body: cleanHtml(post.body) });

export async function listPosts({ db }: Context, page: number | undefined) {
  if (page === undefined) return (await queries.findPosts(db)).map(shownRow);
  return snapshot(db, async (trx) => {
    const total = await queries.countPosts(trx);
    const rows = await queries.findPosts(trx, page);
    return { data: rows.map(shownRow), page, lastPage: lastPage(total), total };
  });
}

export async function showPost(ctx: Context, id: number) {
  const post = await queries.findPost(ctx.db, id);
  if (!post) throw feedProblems.POST_NOT_FOUND();
  return shown(post);
}

/** A text of tags alone counts as empty. */
function clean(body: string): string {
  const html = cleanHtml(body);
  if (textOf(html) === '') throw feedProblems.POST_EMPTY();
  return html;
}

const columnsOf = ({ key, width, height }: Kept) => ({ image: key, image_width: width, image_height: height });

export async function createPost(ctx: Context, { title, body }: Given, file: UploadedFile) {
  const values = { title, body: clean(body) };
  const image = await keepImage(ctx, file.bytes, 'image');
  const insert = async (trx: Db) => {
    const made = await queries.insertPost(trx, { ...values, ...columnsOf(image), admin_user_id: ctx.actor.id });
    await leaveTrail(trx, ctx, 'post', made.id, 'create', { title });
    return made;
  };
  // Removes the image when the transaction fails, but not when the commit itself does: the row may refer to it.
  const post = await change(ctx, (trx) => dropOnFailure(ctx, [image.key], insert(trx)));
  // A repeated idempotent call answers the first result, so the second upload is unused.
  if (post.image !== image.key) await dropImages(ctx, [image.key]);
  return shown(post);
}

async function lockPost(trx: Db, ctx: Context, id: number) {
  const post = await queries.lockPost(trx, id);
  if (!post) throw feedProblems.POST_NOT_FOUND();
  await checkVersion(trx, ctx, 'post', post);
  return post;
}

/** Removes the former image once the row no longer refers to it. */
export async function updatePost(
  ctx: Context,
  id: number,
  { title, body }: Partial<Given>,
  file: UploadedFile | undefined,
) {
  const values = { title, body: body === undefined ? undefined : clean(body) };
  if (!(await queries.findPost(ctx.db, id))) throw feedProblems.POST_NOT_FOUND();
  const image = file && (await keepImage(ctx, file.bytes, 'image'));
  const update = async (trx: Db) => {
    const before = await lockPost(trx, ctx, id);
    const changes = difference(before, values);
    if (!image && Object.keys(changes).length === 0) return { before, after: before };
    await leaveTrail(trx, ctx, 'post', id, 'update', { ...changes, ...(image && { image: true }) });
    const now = Object.fromEntries(Object.entries(changes).map(([key, [, after]]) => [key, after]));
    return { before, after: await queries.updatePost(trx, id, { ...now, ...(image && columnsOf(image)) }) };
  };
  const { before, after } = await change(ctx, (trx) => dropOnFailure(ctx, image ? [image.key] : [], update(trx)));
  if (image) await dropImages(ctx, [before.image]);
  return shown(after);
}

export async function deletePost(ctx: Context, id: number): Promise<void> {
  const { image } = await change(ctx, async (trx) => {
    const post = await lockPost(trx, ctx, id);
    await queries.updatePost(trx, id, { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'post', id, 'delete', { title: post.title });
    return post;
  });
  await dropImages(ctx, [image]);
}
