import { type BoletoLink, BoletoLinkChange } from '@morada/contract/bank/boleto-link';
import type { CallBank } from '@morada/domain/bank/call-banks';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { CertificateSection, PEM_NAMES } from '../certificate-section.tsx';
import { keptOr } from '../kept-secrets.ts';
import { ADDRESS_NAMES, TechnicalFields } from '../technical-fields.tsx';
import { type BoletoLinkValues, useSaveBoletoLink } from './boleto-link-queries.ts';

/** Secrets are never sent back: their fields begin blank. A new link begins with the addresses that the bank publishes. */
function valuesOf(link: BoletoLink | null, bank: CallBank): BoletoLinkValues {
  const { base_url, token_url } = link ?? bank;
  const saved = link?.fields ?? {};
  return {
    ...{ bank: bank.code, base_url, token_url, client_id: link?.client_id ?? '', client_secret: '', private_key: '' },
    ...{ certificate: '', authority: link?.authority ?? '' },
    fields: Object.fromEntries(bank.fields.map(({ key, initial = '' }) => [key, saved[key] ?? initial])),
  };
}

function useLinkForm(link: BoletoLink | null, bank: CallBank) {
  const { mutateAsync: save } = useSaveBoletoLink();
  const form = useForm(BoletoLinkChange, {
    values: valuesOf(link, bank),
    // A stored secret within `fields` that stays is blank.
    complete: ({ client_secret, private_key, certificate, authority, ...open }) => ({
      ...open,
      client_secret: keptOr(link || !bank.hasSecret, client_secret),
      private_key: keptOr(link || !bank.hasCertificate, private_key),
      certificate: keptOr(link || !bank.hasCertificate, certificate),
      authority: authority || null,
    }),
    submit: (body) => save({ body }),
    onSaved: ({ link: saved }) => {
      form.reset(valuesOf(saved, bank));
      toast.success(link ? 'Dados atualizados' : 'Banco conectado. Os próximos boletos são registrados sozinhos.');
    },
  });
  return form;
}

const KEPT = 'Guardado. Preencha só para trocar.';

type BoletoLinkFormProps = { link: BoletoLink | null; bank: CallBank };

/** How the API of the agreement's bank is reached. Certificate and key are changed together. */
export function BoletoLinkForm({ link, bank }: BoletoLinkFormProps) {
  const form = useLinkForm(link, bank);
  return (
    <>
      <Form form={form}>
        <FormSection title="Acesso" below="O banco reconhece a imobiliária por eles." terms={['bankCredentials']}>
          <TextField form={form} name="client_id" label="Client id" required maxLength={200} />
          {bank.hasSecret && (
            <PasswordField
              form={form}
              name="client_secret"
              label="Client secret"
              required={!link}
              help={link ? KEPT : undefined}
            />
          )}
          {bank.fields.map(({ key, label, help, secret }) => {
            const field = { form, name: `fields.${key}` as const, label };
            return secret ? (
              <PasswordField key={key} {...field} required={!link} help={link ? KEPT : help} />
            ) : (
              <TextField key={key} {...field} help={help} required maxLength={300} />
            );
          })}
        </FormSection>
        {bank.hasCertificate && <CertificateSection form={form} names={PEM_NAMES} isKept={link !== null} />}
        <TechnicalFields form={form} names={ADDRESS_NAMES} known />
      </Form>
      <ChangesBar of={unsavedOf(form)} create={!link && 'Registrar pela API'} />
    </>
  );
}
