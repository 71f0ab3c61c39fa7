import { type PixKey, readPixKey } from '@morada/domain/bank/pix/pix-key';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { FieldProps } from './field.ts';
import { TextField } from './text-fields.tsx';

/** Says below what kind of key it is taken for: eleven digits may be a CPF or a telephone. */
export function PixKeyField<V extends FieldValues>(props: FieldProps<V>) {
  const typed: unknown = useWatch({ control: props.form.control, name: props.name });
  return <TextField {...props} maxLength={100} help={inWords(typeof typed === 'string' ? typed : '')} />;
}

const KINDS: Record<PixKey['kind'], string> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  PHONE: 'Telefone',
  EMAIL: 'E-mail',
  RANDOM: 'Chave aleatória',
};

function shown({ kind, key }: PixKey): string {
  if (kind === 'CPF' || kind === 'CNPJ') return formatDocument(key);
  return kind === 'PHONE' ? `+55 ${formatPhone(key.slice('+55'.length))}` : key;
}

function inWords(typed: string): string {
  if (typed.trim() === '') return 'CPF, CNPJ, telefone, e-mail ou chave aleatória';
  const key = readPixKey(typed);
  return key ? `${KINDS[key.kind]}: ${shown(key)}` : 'Ainda não é uma chave Pix';
}
