import { blank, positiveMoney } from '@morada/contract/base/fields';
import { type MaintenanceDetail, maintenance } from '@morada/contract/desk/maintenance';
import { Instalments } from '@morada/contract/lease/proposals';
import { COST_BEARERS, type CostBearer, costRefusal } from '@morada/domain/attendance/maintenance';
import { formatMoney } from '@morada/domain/base/money';
import { MAX_INSTALMENTS } from '@morada/domain/lease/instalments';
import * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { MoneyField, NumberField, SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCharge, useConclude } from './maintenance-queries.ts';

type ConclusionWindowProps = { request: MaintenanceDetail; onClose: () => void };

const BEARERS = Object.keys(COST_BEARERS) as [CostBearer, ...CostBearer[]];

const Conclusion = z
  .object({
    charged_to: z.enum(BEARERS, 'Escolha quem paga'),
    cost: blank(positiveMoney('Informe o valor')),
    instalments: Instalments,
  })
  .check(
    z.refine(({ charged_to, cost }) => charged_to === 'NONE' || cost !== undefined, {
      path: ['cost'],
      message: 'Informe o valor',
    }),
  );

/** The end of the work: what it cost, and who bears it. */
export function ConclusionWindow({ request, onClose }: ConclusionWindowProps) {
  const { id, quotes, contract } = request;
  const { mutateAsync: conclude } = useConclude();
  const { mutateAsync: charge } = useCharge();
  const approved = quotes.find(({ chosen }) => chosen)?.amount ?? null;
  const standing = { hasContract: contract !== null, approved };
  const possible = BEARERS.filter(
    (bearer) => bearer === 'NONE' || (may(maintenance.charge.access) && costRefusal(bearer, 0, standing) === undefined),
  );
  const form = useForm(Conclusion, {
    defaultValues: { charged_to: possible.includes('OWNER') ? 'OWNER' : possible[0], cost: approved, instalments: 1 },
    submit: ({ charged_to, cost, instalments }) =>
      charged_to === 'NONE' || typeof cost !== 'number'
        ? conclude({ params: { id }, body: { cost } })
        : charge({ params: { id }, body: { charged_to, cost, instalments } }),
    onSaved: () => {
      toast.success('Manutenção concluída');
      onClose();
    },
  });
  const isCharged = form.watch('charged_to') !== 'NONE';
  return (
    <FormWindow title="Concluir manutenção" onClose={onClose} form={form} verb="Concluir">
      <Form form={form}>
        <Fields columns={1}>
          <SelectField
            form={form}
            name="charged_to"
            label="Quem paga"
            required
            options={possible.map((value) => ({ value, label: COST_BEARERS[value] }))}
          />
          <MoneyField form={form} name="cost" label="Custo" />
          {isCharged && (
            <NumberField
              form={form}
              name="instalments"
              label="Parcelas"
              required
              min={1}
              max={MAX_INSTALMENTS}
              help="Uma por mês. O custo acima é o total."
            />
          )}
          <Callout tone="known">{wordsOf(request, approved)}</Callout>
        </Fields>
      </Form>
    </FormWindow>
  );
}

function wordsOf({ contract }: MaintenanceDetail, approved: number | null) {
  if (!contract) return 'O imóvel não tem contrato em vigor: o custo não tem fatura nem repasse em que entrar.';
  const into = `O custo vira um acréscimo ou desconto do contrato ${contract.id}, de uma vez ou em parcelas.`;
  return approved === null
    ? `${into} Sem um orçamento aprovado, o proprietário não é cobrado.`
    : `${into} O proprietário aprovou até ${formatMoney(approved)}.`;
}
