import { type StatementLink, StatementLinkChange } from '@morada/contract/bank/statement-link';
import type { StatementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { CertificateSection, PEM_NAMES } from '../certificate-section.tsx';
import { keptOr } from '../kept-secrets.ts';
import { ADDRESS_NAMES, TechnicalFields } from '../technical-fields.tsx';
import { type StatementLinkValues, useSaveStatementLink } from './statement-link-queries.ts';

/** Secrets are never sent back: their fields begin blank. A new link begins with the addresses that the bank publishes. */
function valuesOf(link: StatementLink | null, bank: StatementBank): StatementLinkValues {
  const { base_url, token_url } = link ?? bank;
  return {
    ...{ bank: bank.code, base_url, token_url, client_id: link?.client_id ?? '' },
    ...{ agency: link?.agency ?? '', account: link?.account ?? '' },
    ...{ client_secret: '', application_key: '', certificate: '', private_key: '' },
    authority: link?.authority ?? '',
  };
}

type StatementLinkFormProps = {
  link: StatementLink | null;
  bank: StatementBank;
  onSaved: (id: number) => void;
};

function useLinkForm({ link, bank, onSaved }: StatementLinkFormProps) {
  const { mutateAsync: save } = useSaveStatementLink();
  const form = useForm(StatementLinkChange, {
    values: valuesOf(link, bank),
    complete: ({ agency, client_secret, application_key, certificate, private_key, authority, ...open }) => ({
      ...open,
      agency: agency || null,
      client_secret: keptOr(link || !bank.hasSecret, client_secret),
      application_key: keptOr(link || !bank.hasApplicationKey, application_key),
      certificate: keptOr(link, certificate),
      private_key: keptOr(link, private_key),
      authority: authority || null,
    }),
    submit: (body) => save({ body }),
    onSaved: ({ id }) => {
      toast.success(link ? 'Dados atualizados' : 'Conta ligada. O extrato é lido todo dia de manhã.');
      onSaved(id);
    },
  });
  return form;
}

/** How one account is read from its bank. Bank and account of a link stay; certificate and key are changed together. */
export function StatementLinkForm(props: StatementLinkFormProps) {
  const { link, bank } = props;
  const form = useLinkForm(props);
  const kept = link ? 'Guardado. Preencha só para trocar.' : undefined;
  return (
    <>
      <Form form={form}>
        {!link && (
          <FormSection title="Conta" below="A conta da imobiliária cujo extrato é lido.">
            {bank.hasAgency && (
              <TextField form={form} name="agency" label="Agência" required maxLength={5} help="Sem o dígito." />
            )}
            <TextField
              form={form}
              name="account"
              label="Conta corrente"
              required
              maxLength={21}
              help="Com o dígito, como no extrato."
            />
          </FormSection>
        )}
        <FormSection
          title="Acesso"
          below="Crie no portal do banco uma aplicação só para consultar o extrato."
          terms={['bankCredentials']}
        >
          <TextField form={form} name="client_id" label="Client id" required maxLength={200} />
          {bank.hasSecret && (
            <PasswordField form={form} name="client_secret" label="Client secret" required={!link} help={kept} />
          )}
          {bank.hasApplicationKey && (
            <PasswordField
              form={form}
              name="application_key"
              label="Chave da aplicação"
              required={!link}
              help={kept ?? 'A «gw-dev-app-key», como aparece no portal do banco.'}
            />
          )}
        </FormSection>
        <CertificateSection form={form} names={PEM_NAMES} isKept={link !== null} />
        <TechnicalFields form={form} names={ADDRESS_NAMES} known />
      </Form>
      <ChangesBar of={unsavedOf(form)} create={!link && 'Conectar conta'} />
    </>
  );
}
