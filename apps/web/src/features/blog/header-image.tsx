import { IMAGE_UPLOAD } from '@morada/contract/registry/images';
import { useEffect, useId, useRef, useState } from 'react';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { shrink } from '#web/ui/upload/shrink.ts';
import classes from './post-form.module.css';
import type { PostValues } from './post-queries.ts';

const LIMITS = { side: 1_920, bytes: 600_000, accept: IMAGE_UPLOAD.accept };

const inWords = (image: unknown) => (image instanceof Blob ? 'a imagem que você escolheu' : 'a imagem publicada');

/** The picture at the head of a post: made small here, sent with the rest of the form. */
export function HeaderImage({ form, required }: { form: FormState<PostValues>; required: boolean }) {
  const { value, change, input } = useField({ form, name: 'image', label: 'Imagem de capa' }, inWords);
  const area = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  const [preparing, setPreparing] = useState(false);
  const picture = usePicture(value);
  const { ref, error } = input;

  useEffect(() => {
    ref({ focus: () => area.current?.querySelector('button')?.focus() });
  }, [ref]);

  const refuse = (message: string) => form.setError('image', { type: 'server', message });

  async function choose(file: File) {
    setPreparing(true);
    const smaller = await shrink(file, LIMITS);
    setPreparing(false);
    if (smaller.size > IMAGE_UPLOAD.maxBytes) return refuse('A imagem passa de 15 MB.');
    if (!(await isReadable(smaller))) return refuse('Arquivo não suportado');
    change(new File([smaller], file.name, { type: smaller.type }));
    form.clearErrors('image');
  }

  return (
    <fieldset
      ref={area}
      className={classes.image}
      aria-describedby={error ? errorId : undefined}
      aria-busy={preparing}
      data-error={error ? true : undefined}
    >
      <legend className={classes.label}>
        Imagem de capa
        {required && (
          <span className={classes.star} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      {picture && <img src={picture} alt="Imagem de capa escolhida" className={classes.picture} />}
      <DropArea
        label={picture ? 'Trocar imagem' : 'Escolher imagem'}
        body="JPG, PNG ou WebP, de preferência deitada."
        accept={IMAGE_UPLOAD.accept.split(',')}
        onFiles={([file]) => file && choose(file)}
        onReject={() => refuse('Arquivo não suportado')}
      />
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const isReadable = (file: Blob) =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );

/** URL of the picture in the form's value. */
function usePicture(value: unknown): string | undefined {
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (!(value instanceof Blob)) return;
    const url = URL.createObjectURL(value);
    setChosen(url);
    return () => {
      URL.revokeObjectURL(url);
      setChosen(undefined);
    };
  }, [value]);
  return typeof value === 'string' ? value : chosen;
}
