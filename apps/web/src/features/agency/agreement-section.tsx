import type { Agency } from '@morada/contract/registry/agency';
import { type AgreementField, BOLETO_BANKS, type BoletoBankCode, boletoBank } from '@morada/domain/bank/boleto-banks';
import { hasPayments } from '@morada/domain/bank/cnab/payment-file';
import { useWatch } from 'react-hook-form';
import { NumberField, SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues, AgreementValues } from './agency-queries.ts';
import { agreementValues } from './agency-values.ts';
import { AgreementNotes } from './agreement-notes.tsx';

const BANKS = BOLETO_BANKS.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

type AgreementSectionProps = {
  form: Form<AgreementValues>;
  saved: Agency['agreement'];
  /** The form section that holds the texts printed on boletos. */
  note: Form<AgencyValues>;
};

/** Fields of the bank agreement for issuing boletos; they differ by bank. */
export function AgreementSection({ form, saved, note }: AgreementSectionProps) {
  const bank = useWatch({ control: form.control, name: 'bank' });

  /** Fills the fields of the chosen bank: with the saved values if it is the saved bank, else with initial ones. */
  function fillFor(chosen: unknown) {
    const { fields, payment_agreement, last_number } = agreementValues(chosen as BoletoBankCode, saved);
    form.setValue('fields', fields, { shouldDirty: true });
    form.setValue('payment_agreement', payment_agreement, { shouldDirty: true });
    form.setValue('last_number', last_number, { shouldDirty: true });
    form.clearErrors();
    // The first agreement: boletos then go out by themselves, unless the switch below is turned off.
    if (!saved) note.setValue('boletos_with_invoices', chosen !== '' && chosen !== null, { shouldDirty: true });
  }

  return (
    <FormSection
      title="Convênio de cobrança"
      below="Como está no contrato de cobrança com o banco. Sem ele não há boletos."
      terms={['agreement', 'ourNumber']}
    >
      <SelectField
        form={form}
        name="bank"
        label="Banco"
        options={BANKS}
        placeholder="Escolha o banco"
        onEdit={fillFor}
      />
      {boletoBank(bank)?.fields.map((field) => (
        <BankTextField key={`${bank} ${field.key}`} form={form} field={field} />
      ))}
      {bank && (
        <>
          <NumberField
            form={form}
            name="last_number"
            label="Último nosso número"
            help="O último que outro sistema usou; o próximo boleto segue dele."
          />
          {hasPayments(bank) && (
            <TextField
              form={form}
              name="payment_agreement"
              label="Convênio de pagamentos"
              maxLength={9}
              help="Para pagar repasses por arquivo. Não é o número da cobrança."
            />
          )}
          <Wide>
            <SwitchField
              form={note}
              name="boletos_with_invoices"
              label="Gerar o boleto junto com cada fatura"
              help="A fatura avisada ao inquilino já abre com o boleto. Quem paga por Pix Automático fica sem."
            />
          </Wide>
          <Wide>
            <AgreementNotes form={form} bank={bank} saved={saved} />
          </Wide>
        </>
      )}
      <Wide>
        <TextField
          form={note}
          name="boleto_note"
          label="Recado nos boletos"
          maxLength={160}
          help="Sai com as instruções de cada boleto. Ex.: Dúvidas pelo WhatsApp (32) 3232-1400."
        />
      </Wide>
    </FormSection>
  );
}

function BankTextField({
  form,
  field: { key, label, help, length },
}: {
  form: Form<AgreementValues>;
  field: AgreementField;
}) {
  const longest = 'upTo' in length ? length.upTo : Math.max(...length.oneOf);
  return <TextField form={form} name={`fields.${key}`} label={label} help={help} required maxLength={longest} />;
}
