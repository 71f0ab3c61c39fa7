import { ApplicationRules, applications } from '@morada/contract/lease/applications';
import { SCORES } from '@morada/domain/application/credit';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MeasureField, MoneyField, NumberField, PercentField, SwitchField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow, RecordWindow } from '#web/ui/overlay/windows.tsx';
import { rulesQuery, useSaveRules } from './application-queries.ts';
import { CreditCard } from './credit-card.tsx';

/** The agency's rules of analysis; they apply to every open application from now on. */
export function RulesWindow({ onClose }: { onClose: () => void }) {
  const rules = useQuery(rulesQuery());
  if (!rules.data)
    return (
      <RecordWindow title="Regras da análise" width={560} onClose={onClose} actions={{ close: 'Fechar' }}>
        <QueryBoundary query={rules} what="as regras" lines={5}>
          {() => null}
        </QueryBoundary>
      </RecordWindow>
    );
  return <RulesForm rules={rules.data} onClose={onClose} />;
}

type Rules = z.output<typeof applications.rules.response>;

function RulesForm({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const { mutateAsync: save } = useSaveRules();
  const form = useForm(ApplicationRules, {
    defaultValues: rules,
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success('Regras salvas');
      onClose();
    },
  });
  const disabled = !may(applications.saveRules.access);
  return (
    <FormWindow title="Regras da análise" onClose={onClose} form={form} verb="Salvar regras">
      <Form form={form}>
        <Fields columns={1}>
          <Fields>
            <MeasureField
              form={form}
              name="income_times"
              label="Renda dos locatários"
              help="Quantas vezes o aluguel com encargos."
              unit="vezes"
              hundredths
              {...{ disabled }}
            />
            <MeasureField
              form={form}
              name="guarantor_times"
              label="Renda de cada fiador"
              help="Quantas vezes o aluguel com encargos."
              unit="vezes"
              hundredths
              {...{ disabled }}
            />
          </Fields>
          <PercentField
            form={form}
            name="debts_share"
            label="Parcelas de dívidas, até"
            help="Parte da renda dos locatários."
            {...{ disabled }}
          />
          <SwitchField
            form={form}
            name="guarantor_property"
            label="O fiador precisa ter imóvel sem ônus"
            {...{ disabled }}
          />
          <NumberField
            form={form}
            name="min_score"
            label="Score mínimo"
            help="De cada parte, de 300 a 1.000 (Quod). Em branco, não se pede."
            min={SCORES.least}
            max={SCORES.most}
            {...{ disabled }}
          />
          <MoneyField
            form={form}
            name="approval_limit"
            label="Duas aprovações acima de"
            help="Aluguel com encargos. Em branco, uma pessoa basta."
            {...{ disabled }}
          />
        </Fields>
      </Form>
      <CreditCard />
    </FormWindow>
  );
}
