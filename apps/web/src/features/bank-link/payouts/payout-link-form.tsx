import { type PayoutLink, PayoutLinkChange } from '@morada/contract/bank/payouts';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { CertificateSection, PEM_NAMES } from '../certificate-section.tsx';
import { keptOr } from '../kept-secrets.ts';
import { ADDRESS_NAMES, TechnicalFields } from '../technical-fields.tsx';
import { type PayoutLinkValues, useSavePayoutLink } from './payout-queries.ts';

const BLANK: PayoutLinkValues = {
  base_url: 'https://cdpj.partners.bancointer.com.br',
  token_url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  ...{ client_id: '', client_secret: '' },
  ...{ certificate: '', private_key: '', authority: '', account: '' },
};

/** Secrets are never sent back: their fields begin blank. */
function valuesOf(link: PayoutLink | null): PayoutLinkValues {
  if (!link) return BLANK;
  const { base_url, token_url, client_id, authority, account } = link;
  return {
    ...{ ...BLANK, base_url, token_url, client_id },
    ...{ authority: authority ?? '', account: account ?? '' },
  };
}

function usePayoutLinkForm(link: PayoutLink | null) {
  const { mutateAsync: save } = useSavePayoutLink();
  const form = useForm(PayoutLinkChange, {
    values: valuesOf(link),
    complete: ({ client_secret, certificate, private_key, authority, account, ...open }) => ({
      ...open,
      client_secret: keptOr(link, client_secret),
      certificate: keptOr(link, certificate),
      private_key: keptOr(link, private_key),
      authority: authority || null,
      account: account || null,
    }),
    submit: (body) => save({ body }),
    onSaved: ({ link: saved }) => {
      form.reset(valuesOf(saved));
      toast.success(link ? 'Dados atualizados' : 'Banco conectado para pagar.');
    },
  });
  return form;
}

/** How the bank that pays is reached. Certificate and key are changed together. */
export function PayoutLinkForm({ link }: { link: PayoutLink | null }) {
  const form = usePayoutLinkForm(link);
  return (
    <>
      <Form form={form}>
        <FormSection
          title="Banco que paga"
          below="Banco Inter Empresas, por uma integração só para pagar, separada da que cobra."
          terms={['bankCredentials']}
        >
          <TextField
            form={form}
            name="account"
            label="Conta a debitar"
            maxLength={20}
            help="Só se a aplicação vale para mais de uma conta."
          />
          <TextField form={form} name="client_id" label="Client id" required maxLength={200} />
          <PasswordField
            form={form}
            name="client_secret"
            label="Client secret"
            required={!link}
            help={link ? 'Guardado. Preencha só para trocar.' : undefined}
          />
        </FormSection>
        <CertificateSection
          form={form}
          names={PEM_NAMES}
          title="Certificado do banco que paga"
          isKept={link !== null}
        />
        <TechnicalFields form={form} names={ADDRESS_NAMES} known />
      </Form>
      <ChangesBar of={unsavedOf(form)} create={!link && 'Conectar para pagar'} />
    </>
  );
}
