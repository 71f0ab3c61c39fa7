import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useField } from '#web/ui/form/field.ts';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import classes from './post-form.module.css';
import type { PostValues } from './post-queries.ts';

const PostEditor = lazy(() => import('./post-editor.tsx'));

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
        <Suspense fallback={<Waiting />}>
          <PostEditor
            value={String(value ?? '')}
            onChange={change}
            onReady={setHandle}
            errorId={error ? errorId : undefined}
          />
        </Suspense>
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const Waiting = () => (
  <QueryBoundary query={{}} what="o editor" lines={11}>
    {() => null}
  </QueryBoundary>
);
