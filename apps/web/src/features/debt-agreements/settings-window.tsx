import { DebtAgreementSettings } from '@morada/contract/collection/debt-agreements';
import { AGREEMENT_FIELDS } from '@morada/domain/debt-agreement/agreement-text';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { NumberField, PercentField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { agreementSettingsQuery, useSaveSettings } from './agreement-queries.ts';
import classes from './debt-agreements.module.css';

/** Limits of agreements, what breaks one, and the text that the tenant accepts. */
export function SettingsWindow({ onClose }: { onClose: () => void }) {
  const query = useQuery(agreementSettingsQuery);
  const save = useSaveSettings();
  const { default_text, ...settings } = query.data ?? {};
  const form = useForm(DebtAgreementSettings, {
    values:
      query.data && ({ ...settings, agreement_text: query.data.agreement_text ?? default_text } as typeof query.data),
    submit: (body) => save.mutateAsync({ body: { ...body, agreement_text: own(body.agreement_text, default_text) } }),
    onSaved: () => {
      toast.success('Os próximos acordos seguem estas regras.');
      onClose();
    },
  });
  return (
    <FormWindow title="Regras dos acordos" onClose={onClose} form={form} verb="Salvar">
      <QueryBoundary query={query} what="as regras dos acordos" lines={10}>
        {() => (
          <Form form={form}>
            <Fields>
              <NumberField form={form} name="agreement_instalments" label="Até quantas parcelas" required />
              <NumberField form={form} name="agreement_valid_days" label="Oferta vale por (dias)" required />
              <PercentField form={form} name="agreement_charges_off" label="Desconto nos encargos, até" required />
              <PercentField form={form} name="agreement_rent_off" label="Desconto no aluguel, até" required />
              <NumberField form={form} name="agreement_first_days" label="Rompe sem a primeira (dias)" required />
              <NumberField form={form} name="agreement_break_days" label="Rompe sem outra parcela (dias)" required />
              <NumberField form={form} name="agreement_warn_days" label="Avisa antes (dias)" required />
              <Wide>
                <TextareaField form={form} name="agreement_text" label="Texto do acordo" rows={14} />
                <p className={classes.note}>Campos: {AGREEMENT_FIELDS.map((name) => `{{${name}}}`).join(', ')}.</p>
              </Wide>
            </Fields>
          </Form>
        )}
      </QueryBoundary>
    </FormWindow>
  );
}

/** A text equal to the product's is stored as null, so that it follows later versions. */
const own = (text: string | null | undefined, product: string | undefined) =>
  text === undefined || text === null || text.trim() === product?.trim() ? null : text;
