import { type ReformLease, type ReformOwner, reform } from '@morada/contract/fiscal/fiscal-reform';
import { formatDate } from '@morada/domain/base/calendar';
import { formatPercent } from '@morada/domain/base/money';
import { LEASE_PURPOSES, SIGNATURES } from '@morada/domain/fiscal/reform';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { SegmentedField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useOpt } from './reform-queries.ts';

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const PURPOSES = optionsOf(LEASE_PURPOSES);
const KINDS = optionsOf(SIGNATURES);

type OptionWindowProps = {
  lease: ReformLease;
  table: NonNullable<ReformOwner['fixed_rate']>;
  onClose: () => void;
};

/** The option of a contract for the fixed rate, with the conditions that the law asks for. */
export function OptionWindow({ lease: { id, option, purpose, ends_on }, table, onClose }: OptionWindowProps) {
  const { mutateAsync: opt } = useOpt();
  const form = useForm(reform.opt.body, {
    defaultValues: {
      purpose,
      registered_on: option?.registered_on ?? '',
      ends_on: option?.ends_on ?? ends_on,
      proof: option?.proof ?? '',
      ...(option && { signed_on: option.signed_on, signature: option.signature }),
    },
    submit: (body) => opt({ params: { id }, body }),
    onSaved: () => {
      toast.success('Opção registrada');
      onClose();
    },
  });
  const chosen = useWatch({ control: form.control, name: 'purpose' });
  const rate = formatPercent(table.rate);
  return (
    <FormWindow
      title={`Opção de ${rate} do contrato ${id}`}
      terms={['reform']}
      onClose={onClose}
      form={form}
      verb="Registrar opção"
    >
      <Form form={form}>
        <Fields columns={1}>
          <p>
            O contrato por prazo determinado, assinado até {formatDate(table.signed_until)} com firma reconhecida ou
            assinatura eletrônica, pode pagar {rate} da receita bruta até o fim do prazo original; o residencial, no
            máximo até {formatDate(table.residential_until)} (LC 214/2025, art. 487). Não há créditos nem redutor
            social.
          </p>
          <DateField form={form} name="signed_on" label="Assinado em" required />
          <SelectField form={form} name="signature" label="Como foi assinado" options={KINDS} required />
          <SegmentedField form={form} name="purpose" label="Finalidade" options={PURPOSES} required />
          {chosen === 'NON_RESIDENTIAL' && (
            <DateField
              form={form}
              name="registered_on"
              label="Registrado em"
              required
              help={`No registro de imóveis ou de títulos e documentos, até ${formatDate(table.registered_until)}.`}
            />
          )}
          <DateField
            form={form}
            name="ends_on"
            label="Fim do prazo original"
            required
            help="Sem prorrogações: o prazo com que o contrato foi assinado."
          />
          <TextField
            form={form}
            name="proof"
            label="Comprovante"
            help="Onde está a prova: o registro, o reconhecimento de firma ou o documento do contrato."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
