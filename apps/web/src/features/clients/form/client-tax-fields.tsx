import { MAX_SERIES, TAX_REGIMES } from '@morada/domain/fiscal/taxpayer';
import { useWatch } from 'react-hook-form';
import { CertificateLine } from '#web/entities/certificate/certificate-line.tsx';
import { NumberField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import { DocumentField } from '#web/ui/input/masked.tsx';
import type { ClientForms } from './use-client-forms.ts';

const REGIMES = Object.entries(TAX_REGIMES).map(([value, label]) => ({ value, label }));

type ClientTaxFieldsProps = {
  form: ClientForms['taxes'];
  company: boolean;
  /** The owner whose certificate is shown; absent: none, since none is kept for who pays no IBS and CBS. */
  issuer: number | undefined;
};

/** How an owner stands towards IBS and CBS. A person has a CNPJ for the notes beside the CPF. */
export function ClientTaxFields({ form, company, issuer }: ClientTaxFieldsProps) {
  const regime = useWatch({ control: form.control, name: 'tax_regime' });
  return (
    <>
      <SelectField
        form={form}
        name="tax_regime"
        label="IBS e CBS"
        options={REGIMES}
        clearable
        placeholder="Não informado"
        help={
          company
            ? 'A empresa fora do Simples é contribuinte.'
            : 'A pessoa física é contribuinte quando passa dos limites do radar da reforma.'
        }
      />
      {regime === 'REGULAR' && (
        <>
          <DateField form={form} name="taxpayer_since" label="Contribuinte desde" required />
          {!company && (
            <DocumentField
              form={form}
              name="tax_cnpj"
              label="CNPJ das notas"
              kind="CNPJ"
              help="O CPF continua na DIMOB e no informe de rendimentos."
            />
          )}
          <TextField form={form} name="municipal_registration" label="Inscrição municipal" maxLength={15} />
          <NumberField form={form} name="dps_series" label="Série das notas" min={1} max={MAX_SERIES} />
          {issuer !== undefined && (
            <Wide>
              <CertificateLine
                client={issuer}
                absent="Nenhum certificado guardado. Com o certificado digital A1 do CNPJ das notas, elas podem ser assinadas aqui."
              />
            </Wide>
          )}
        </>
      )}
    </>
  );
}
