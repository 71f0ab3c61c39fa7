import { useEffect, useId, useState } from 'react';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import classes from './post-form.module.css';
import type { PostValues } from './post-queries.ts';

const PostEditor = lazyPanel(
  'o editor',
  () => import('./post-editor.tsx'),
  ({ default: PostEditor }) => PostEditor,
  11,
);

const inBrief = (html: unknown) => {
  const { body } = new DOMParser().parseFromString(String(html ?? '').replaceAll('<', ' <'), 'text/html');
  const words = (body.textContent ?? '').split(/\s+/).filter(Boolean);
  return `${words.slice(0, 12).join(' ')}${words.length > 12 ? '…' : ''}`;
};

export function PostText({ form }: { form: FormState<PostValues> }) {
  const { value, change, input } = useField({ form, name: 'body', label: 'Texto' }, inBrief);
  const [handle, setHandle] = useState<{ focus: () => void }>();
  const errorId = useId();
  const { ref, error } = input;

  useEffect(() => {
    if (handle) ref(handle);
  }, [handle, ref]);

  return (
    <div className={classes.text}>
      <div className={classes.place}>
        <PostEditor
          value={String(value ?? '')}
          onChange={change}
          onReady={setHandle}
          errorId={error ? errorId : undefined}
        />
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
