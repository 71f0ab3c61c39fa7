import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { HeaderImage } from './header-image.tsx';
import classes from './post-form.module.css';
import type { PostValues } from './post-queries.ts';
import { PostText } from './post-text.tsx';

type PostFieldsProps = {
  form: FormState<PostValues>;
  /** There is no picture yet that could stay. */
  isNew?: boolean;
};

/** Fields of a post: title and picture on the left, the text on the right. */
export function PostFields({ form, isNew = false }: PostFieldsProps) {
  return (
    <div className={classes.fields}>
      <div className={classes.side}>
        <Form form={form}>
          <TextField form={form} name="title" label="Título" required maxLength={200} />
        </Form>
        <HeaderImage form={form} required={isNew} />
      </div>
      <PostText form={form} />
    </div>
  );
}
