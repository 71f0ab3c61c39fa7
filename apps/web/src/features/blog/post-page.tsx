import { Button } from '@mantine/core';
import { feed, type Post, PostCreate } from '@morada/contract/desk/feed';
import { IconExternalLink, IconFileOff, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type SharedRecord, useConflict, useRecord } from '#web/ui/overlay/use-record.tsx';
import { type Crumb, PageHead } from '#web/ui/page/page.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { PostFields } from './post-fields.tsx';
import classes from './post-form.module.css';
import { type PostImage, partsOf, postQuery, useUpdatePost } from './post-queries.ts';
import { useRemovePost } from './use-remove-post.ts';

/** The way back; none for those who may not read the list. */
const crumbs = (): Crumb[] | undefined => (may(feed.list.access) ? [{ label: 'Blog', to: '/blog' }] : undefined);

type PostPageProps = { id: number; onRemoved: () => void };

/** One post: written by those who may, read by the others. */
export function PostPage({ id, onRemoved }: PostPageProps) {
  const { record, query, data: post } = useRecord({ what: 'esta notícia', query: postQuery(id) });
  return (
    <>
      <PageHead
        title={post?.title ?? 'Notícia'}
        breadcrumbs={crumbs()}
        actions={post && <PostActions post={post} onRemoved={onRemoved} />}
      />
      <QueryBoundary query={query} what="a notícia" lines={12} missing={<NoSuchPost />}>
        {({ data: post }) =>
          may(feed.update.access) ? <EditPost post={post} record={record} /> : <PostReading post={post} />
        }
      </QueryBoundary>
    </>
  );
}

function PostActions({ post, onRemoved }: { post: Post; onRemoved: () => void }) {
  const remove = useRemovePost();
  return (
    <>
      {may(feed.remove.access) && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={async () => (await remove(post)) && onRemoved()}
        >
          Deletar
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconExternalLink size={15} />}
        onClick={() => window.open(post.path, '_blank', 'noopener')}
      >
        Ver no blog
      </Button>
    </>
  );
}

const PostForm = z.extend(PostCreate, { image: z.custom<PostImage>() });

type EditPostProps = { post: Post; record: SharedRecord };

function EditPost({ post: { id, title, body, image }, record }: EditPostProps) {
  const update = useUpdatePost(id);
  const form = useForm(PostForm, {
    values: { title, body, image },
    submit: (values) => update.mutateAsync({ params: { id }, ...partsOf(values) }),
    onSaved: () => toast.success('Notícia atualizada!'),
  });
  const notice = useConflict(record, [form]);
  return (
    <>
      <PostFields form={form} />
      <ChangesBar of={unsavedOf(form)} notice={notice} />
    </>
  );
}

function PostReading({ post: { title, image, image_width, image_height, body } }: { post: Post }) {
  return (
    <article aria-label={title} className={classes.reading}>
      <img src={image} alt="" width={image_width} height={image_height} className={classes.picture} />
      <RichTextView html={body} />
    </article>
  );
}

function NoSuchPost() {
  return (
    <EmptyState
      icon={IconFileOff}
      title="Não encontramos esta notícia"
      below="Ela foi deletada, ou o endereço está errado."
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/blog" {...props} />}>
          Ver notícias
        </Button>
      }
    />
  );
}
