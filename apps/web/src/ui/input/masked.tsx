import { TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { type FieldProps, useField } from './field.ts';
import { cepMask, documentMask, type Mask, phoneMask } from './masks.ts';
import { ReadText } from './read-text.tsx';

/** CPF or CNPJ, letters included. Without `kind` the mask follows what is typed. */
export function DocumentField<V extends FieldValues>({
  kind,
  ...props
}: FieldProps<V> & { kind?: 'CPF' | 'CNPJ'; onBare?: (bare: string) => void }) {
  return <MaskedField {...props} mask={documentMask(kind)} inputMode={kind === 'CPF' ? 'numeric' : 'text'} />;
}

/** With area code, mobile or landline. */
export function PhoneField<V extends FieldValues>(props: FieldProps<V>) {
  return <MaskedField {...props} mask={phoneMask} inputMode="tel" />;
}

/** `onComplete` is called at the eighth digit, to look up the address; `looking` shows that this is in progress. */
export function CepField<V extends FieldValues>({
  onComplete,
  looking,
  ...props
}: FieldProps<V> & { onComplete?: (cep: string) => void; looking?: boolean }) {
  const complete = (bare: string) => {
    if (bare.length === 8) onComplete?.(bare);
  };
  const loader = looking && <Spinner label="Consultando" />;
  return <MaskedField {...props} mask={cepMask} inputMode="numeric" onBare={complete} rightSection={loader} />;
}

type MaskedFieldProps<V extends FieldValues> = FieldProps<V> & {
  mask: Mask;
  inputMode: 'numeric' | 'tel' | 'text';
  onBare?: (bare: string) => void;
  rightSection?: ReactNode;
};

/** The form holds the bare value; the mask is only shown. */
function MaskedField<V extends FieldValues>({ mask, inputMode, onBare, rightSection, ...props }: MaskedFieldProps<V>) {
  const { value, change, input, read } = useField(props, (bare) => mask.show(mask.bare(String(bare ?? ''))));
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const bare = mask.bare(String(value ?? ''));
  const shown = mask.show(bare);

  // Typing in the middle: the caret stays after the same character, whatever the mask put around it.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  if (read) return <ReadText {...read} />;

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const typed = currentTarget.value;
    const next = mask.bare(typed);
    const before = mask.bare(typed.slice(0, currentTarget.selectionStart ?? typed.length));
    caret.current = before.length === next.length ? mask.show(next).length : placeOf(before.length, mask.show(next));
    change(next);
    if (next !== bare) onBare?.(next);
  }

  return (
    <TextInput
      {...input}
      ref={(node) => {
        element.current = node;
        input.ref(node);
      }}
      inputMode={inputMode}
      rightSection={rightSection}
      autoComplete="off"
      value={shown}
      onChange={onChange}
    />
  );
}

/** Index in `shown` after the first `count` letters and digits. */
function placeOf(count: number, shown: string): number {
  let place = 0;
  for (let seen = 0; seen < count && place < shown.length; place++) if (/[0-9A-Z]/.test(shown.charAt(place))) seen++;
  return place;
}
