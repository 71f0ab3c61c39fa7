import { TagsInput } from '@mantine/core';
import type { Answer } from '@morada/contract/base/endpoint';
import { LeadRules, type leads } from '@morada/contract/registry/leads';
import { LEAD_KINDS, type LeadKind } from '@morada/domain/attendance/lead-words';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MoneyField, NumberField, SwitchField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow, RecordWindow } from '#web/ui/overlay/windows.tsx';
import { ownersQuery, rulesQuery, useSaveRules } from './lead-queries.ts';

type Rules = Answer<typeof leads.rules>;
type Staff = Answer<typeof leads.owners>;

/** Who gets a new lead, and by when it is answered. */
export function RulesWindow({ onClose }: { onClose: () => void }) {
  const rules = useQuery(rulesQuery);
  const staff = useQuery(ownersQuery);
  if (rules.data && staff.data) return <RulesForm rules={rules.data} staff={staff.data} onClose={onClose} />;
  return (
    <RecordWindow title="Distribuição dos leads" width={480} onClose={onClose} actions={{ close: 'Fechar' }}>
      <QueryBoundary query={rules} what="as regras da distribuição" lines={8}>
        {() => (
          <QueryBoundary query={staff} what="as pessoas da equipe" lines={8}>
            {() => null}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}

const KINDS = Object.keys(LEAD_KINDS) as LeadKind[];
const outOfTurn = (id: number) => ({
  ...{ id, on_duty: false, away_from: null, away_until: null, kinds: KINDS, neighborhoods: [] },
  ...{ price_from: null, price_to: null },
});

function RulesForm({ rules, staff, onClose }: { rules: Rules; staff: Staff; onClose: () => void }) {
  const { mutateAsync: save } = useSaveRules();
  const known = new Map(rules.brokers.map(({ name: _, ...broker }) => [broker.id, broker]));
  const form = useForm(LeadRules, {
    defaultValues: {
      answer_minutes: rules.answer_minutes,
      to_captador: rules.to_captador,
      manager_id: rules.manager_id,
      brokers: staff.map(({ id }) => known.get(id) ?? outOfTurn(id)),
    },
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success('Distribuição salva');
      onClose();
    },
  });
  const [manager, brokers] = form.watch(['manager_id', 'brokers']);
  return (
    <FormWindow title="Distribuição dos leads" onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <NumberField
            form={form}
            name="answer_minutes"
            label="Prazo da resposta, em minutos"
            help="Contam as horas em que a imobiliária está aberta."
            required
          />
          <SwitchField form={form} name="to_captador" label="O lead de um imóvel vai a quem responde por ele" />
          <Select
            label="Quem é avisado dos atrasados"
            placeholder="Todos os que escolhem responsáveis"
            clearable
            data={staff.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={manager === null || manager === undefined ? null : String(manager)}
            onChange={(value) =>
              form.setValue('manager_id', value === null ? null : Number(value), { shouldDirty: true })
            }
            error={form.formState.errors.manager_id?.message as string | undefined}
          />
        </Fields>
        {staff.map(({ id, name }, index) => (
          <TitledPart key={id} title={name}>
            <Fields columns={1}>
              <SwitchField form={form} name={`brokers.${index}.on_duty`} label="Entra no rodízio" />
              {brokers?.[index]?.on_duty && (
                <>
                  <DateField form={form} name={`brokers.${index}.away_from`} label="Ausente de" clearable />
                  <DateField form={form} name={`brokers.${index}.away_until`} label="Ausente até" clearable />
                  <TagsInput
                    label="Bairros"
                    description="Em branco: todos. Enter acrescenta um."
                    value={brokers[index].neighborhoods}
                    onChange={(value) => form.setValue(`brokers.${index}.neighborhoods`, value, { shouldDirty: true })}
                  />
                  <MoneyField form={form} name={`brokers.${index}.price_from`} label="Valor a partir de" />
                  <MoneyField form={form} name={`brokers.${index}.price_to`} label="Valor até" />
                </>
              )}
            </Fields>
          </TitledPart>
        ))}
      </Form>
    </FormWindow>
  );
}
