import { Button, FileButton, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/input/field.ts';
import { MAX_PEM_BYTES, type PemParts, pemParts, readPemFile } from './pem.ts';
import classes from './pem-field.module.css';

const ACCEPT = '.pem,.crt,.cer,.key,.txt';

type PemFieldProps<V extends FieldValues> = FieldProps<V> & {
  /** What the field takes of a text or file that holds both. */
  part: keyof PemParts;
  /** On the button: "Escolher arquivo da chave". */
  choose: string;
  placeholder?: string;
  /** The other part, which goes to its own field. */
  onOther?: (text: string) => void;
};

const OTHER = { certificate: 'key', key: 'certificate' } as const;
const ABSENT = {
  certificate: 'Este arquivo tem uma chave, e não um certificado.',
  key: 'Este arquivo tem um certificado, e não uma chave.',
};

/** A certificate or a key, pasted or read from a file in the browser. */
export function PemField<V extends FieldValues>({ part, choose, placeholder, onOther, ...props }: PemFieldProps<V>) {
  const { value, change, input } = useField(props);
  const [refused, setRefused] = useState<string>();
  const forget = useRef<() => void>(null);

  function write(text: string) {
    setRefused(undefined);
    change(text);
  }

  function put(parts: PemParts) {
    write(parts[part]);
    const other = parts[OTHER[part]];
    if (other) onOther?.(other);
  }

  /** Banks' files carry notes around the blocks, or both blocks one after the other. */
  function take(text: string) {
    const parts = pemParts(text);
    const isMixed = parts[OTHER[part]] !== '' || !text.trimStart().startsWith('-----BEGIN');
    if (parts[part] && isMixed) put(parts);
    else write(text);
  }

  async function read(file: File | null) {
    // Resets the file input, so that the same file can be chosen again once corrected.
    forget.current?.();
    if (!file) return;
    if (file.size > MAX_PEM_BYTES) return setRefused('Este arquivo é grande demais para um certificado ou uma chave.');
    const found = readPemFile(new Uint8Array(await file.arrayBuffer()));
    if ('refused' in found) return setRefused(found.refused);
    if (!found[part]) return setRefused(ABSENT[part]);
    put(found);
  }

  return (
    <div className={classes.field}>
      <Textarea
        {...input}
        error={refused ?? input.error}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        classNames={{ input: classes.text }}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      <FileButton resetRef={forget} accept={ACCEPT} onChange={read} inputProps={{ 'aria-label': choose, tabIndex: -1 }}>
        {(button) => (
          <Button {...button} variant="default" size="xs" leftSection={<IconUpload size={15} />}>
            {choose}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
