import { BankLinkChange } from '@morada/contract/bank/bank-link';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PemField } from '#web/features/bank-link/pem-field.tsx';
import { field, renderForm } from './ui/form.tsx';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\n-----END PRIVATE KEY-----';

const renderFields = () =>
  renderForm(BankLinkChange, { certificate: '', private_key: '' }, (form) => (
    <>
      <PemField
        form={form}
        name="certificate"
        label="Certificado"
        part="certificate"
        choose="Escolher arquivo do certificado"
        onOther={(key) => form.setValue('private_key', key)}
      />
      <PemField form={form} name="private_key" label="Chave" part="key" choose="Escolher arquivo da chave" />
    </>
  ));

const choose = (name: string, ...parts: BlobPart[]) =>
  userEvent.upload(page.getByLabelText('Escolher arquivo do certificado'), new File(parts, name));

test('a file with both fills both fields, without the notes between them', async () => {
  await renderFields();
  await choose('banco.pem', `Bag Attributes\n${KEY}\nsubject=CN\n${CERTIFICATE}\n`);
  await expect.element(field('Certificado')).toHaveValue(CERTIFICATE);
  await expect.element(field('Chave')).toHaveValue(KEY);
});

test('a pasted text with both fills both, and what is typed stays as it is', async () => {
  await renderFields();
  await userEvent.fill(field('Certificado'), `${CERTIFICATE}\n${KEY}\n`);
  await expect.element(field('Certificado')).toHaveValue(CERTIFICATE);
  await expect.element(field('Chave')).toHaveValue(KEY);
  await userEvent.fill(field('Certificado'), '-----BEGIN CERT');
  await expect.element(field('Certificado')).toHaveValue('-----BEGIN CERT');
});

test('a file that can not be used is refused at its field, which keeps its text', async () => {
  await renderFields();
  await userEvent.fill(field('Certificado'), CERTIFICATE);
  await choose('banco.p12', Uint8Array.of(0x30, 0x82, 0x00, 0x03, 0x02, 0x01, 0x03));
  await expect.element(field('Certificado')).toHaveAccessibleDescription(/^Este arquivo é um \.pfx ou \.p12\./);
  await choose('chave.key', KEY);
  await expect
    .element(field('Certificado'))
    .toHaveAccessibleDescription('Este arquivo tem uma chave, e não um certificado.');
  await choose('foto.pem', new Uint8Array(70_000));
  await expect.element(field('Certificado')).toHaveAccessibleDescription(/^Este arquivo é grande demais/);
  await expect.element(field('Certificado')).toHaveValue(CERTIFICATE);
  await choose('banco.crt', `${CERTIFICATE}\n`);
  await expect.element(field('Certificado')).toBeValid();
});
