import { Button } from '@mantine/core';
import { PostCreate } from '@morada/contract/desk/feed';
import * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { PostFields } from './post-fields.tsx';
import classes from './post-form.module.css';
import { type PostImage, type PostValues, partsOf, useCreatePost } from './post-queries.ts';

const NewPostForm = z.extend(PostCreate, {
  image: z.custom<PostImage>((image) => image instanceof Blob, 'Insira uma imagem!'),
});

const BLANK: PostValues = { title: '', body: '', image: null };

/** Writes and publishes; what was published is in the list below. */
export function NewPost() {
  const create = useCreatePost();
  const form = useForm(NewPostForm, {
    defaultValues: BLANK,
    submit: (values) => {
      const { body, file, name } = partsOf(values);
      return create.mutateAsync({ body, file: file ?? new Blob(), name }); // The form refuses to go without one.
    },
    onSaved: () => {
      toast.success('Notícia publicada!');
      form.reset(BLANK);
    },
  });
  return (
    <section aria-label="Nova notícia" className={classes.new}>
      <PostFields form={form} isNew />
      <div className={classes.publish}>
        <Button loading={form.formState.isSubmitting} onClick={form.save}>
          Publicar
        </Button>
      </div>
    </section>
  );
}
