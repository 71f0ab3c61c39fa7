import { type BankLink, BankLinkChange } from '@morada/contract/bank/bank-link';
import { bankName } from '@morada/domain/bank/banks';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PixKeyField } from '#web/ui/input/pix-key-field.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { type LinkValues, useSaveLink } from './bank-link-queries.ts';
import { BankSteps } from './bank-steps.tsx';
import classes from './before-linking.module.css';
import { CertificateSection, PEM_NAMES } from './certificate-section.tsx';
import { keptOr } from './kept-secrets.ts';
import { ADDRESS_NAMES, TechnicalFields } from './technical-fields.tsx';

/** Addresses of production, as the bank publishes them. */
const ADDRESSES: Readonly<Record<string, { base_url: string; token_url: string }>> = {
  '077': {
    base_url: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    token_url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  },
};
const OTHER = 'OTHER';
const BANKS = [
  ...Object.keys(ADDRESSES).map((code) => ({ value: code, label: bankName(code) })),
  { value: OTHER, label: 'Outro banco' },
];

const BLANK: LinkValues = {
  ...{ base_url: '', token_url: '', client_id: '', client_secret: '' },
  ...{ certificate: '', private_key: '', authority: '', pix_key: '' },
};

/** Secrets are never sent back: their fields begin blank. */
function valuesOf(link: BankLink | null): LinkValues {
  if (!link) return BLANK;
  const { base_url, token_url, client_id, authority, pix_key } = link;
  return { ...BLANK, base_url, token_url, client_id, authority: authority ?? '', pix_key };
}

function useLinkForm(link: BankLink | null) {
  const { mutateAsync: save } = useSaveLink();
  const form = useForm(BankLinkChange, {
    values: valuesOf(link),
    complete: ({ client_secret, certificate, private_key, authority, ...open }) => ({
      ...open,
      client_secret: keptOr(link, client_secret),
      certificate: keptOr(link, certificate),
      private_key: keptOr(link, private_key),
      authority: authority || null,
    }),
    submit: (body) => save({ body }),
    onSaved: ({ link: saved }) => {
      form.reset(valuesOf(saved));
      toast.success(link ? 'Dados atualizados' : 'Banco conectado. As faturas em aberto vão a ele em instantes.');
    },
  });
  return form;
}

/** How the bank is reached. Certificate and key are changed together. */
export function LinkForm({ link }: { link: BankLink | null }) {
  const form = useLinkForm(link);
  const [bank, setBank] = useState(OTHER);
  const choose = (code: string | null) => {
    setBank(code ?? OTHER);
    const addresses = code ? ADDRESSES[code] : undefined;
    for (const name of ['base_url', 'token_url'] as const)
      form.setValue(name, addresses?.[name] ?? '', { shouldDirty: true });
  };
  return (
    <>
      {!link && (
        <>
          <Select
            className={classes.choice}
            label="Banco que recebe o Pix"
            data={BANKS}
            value={bank}
            allowDeselect={false}
            onChange={choose}
          />
          <BankSteps bank={bank} name={bank === OTHER ? undefined : bankName(bank)} purpose="pix" />
        </>
      )}
      <Form form={form}>
        <FormSection title="Acesso" below="O banco reconhece a imobiliária por eles." terms={['bankCredentials']}>
          <TextField form={form} name="client_id" label="Client id" required maxLength={200} />
          <PasswordField
            form={form}
            name="client_secret"
            label="Client secret"
            required={!link}
            help={link ? 'Guardado. Preencha só para trocar.' : undefined}
          />
        </FormSection>
        <CertificateSection form={form} names={PEM_NAMES} isKept={link !== null} />
        <FormSection title="Chave que recebe" below="Registrada nesta conta do banco." terms={['pix']}>
          <PixKeyField form={form} name="pix_key" label="Chave Pix" required />
        </FormSection>
        <TechnicalFields key={bank} form={form} names={ADDRESS_NAMES} known={link !== null || bank !== OTHER} />
      </Form>
      <ChangesBar of={unsavedOf(form)} create={!link && 'Conectar ao banco'} />
    </>
  );
}
