import { fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import { toast } from '#web/lib/toast.ts';
import { MoneyField, NumberField, PercentField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { usePutReform } from './fiscal-table-queries.ts';
import classes from './fiscal-tables.module.css';
import { type Begun, TableWindow, validityOf } from './table-window.tsx';

/** Limits and rates of IBS and CBS on leases. */
export function ReformWindow(table: Begun<'reform'>) {
  const { mutateAsync: put } = usePutReform();
  const form = useForm(fiscalTables.putReform.body, {
    defaultValues: { ...validityOf(table), figures: table.of.figures },
    submit: (body) => put({ body }),
    onSaved: () => {
      toast.success('Limites salvos');
      table.onClose();
    },
  });
  return (
    <TableWindow table={table} title="reforma" form={form}>
      <Fields columns={1}>
        <DateField form={form} name="valid_from" label="Vigora desde" required disabled={!table.isNew} />
        <TextField form={form} name="source" label="Fonte" required help="A lei ou a resolução que traz os números." />
      </Fields>
      <h3 className={classes.title}>Quem paga</h3>
      <Fields>
        <MoneyField
          form={form}
          name="figures.income_limit"
          label="Aluguéis do ano acima de"
          required
          help="A lei o corrige pelo IPCA: informe o valor corrigido."
        />
        <NumberField form={form} name="figures.properties" label="Imóveis, mais de" required max={999} />
        <PercentField form={form} name="figures.near" label="Perto do limite" required />
        <PercentField form={form} name="figures.excess" label="Excesso no próprio ano" required />
      </Fields>
      <SwitchField
        form={form}
        name="figures.excess_needs_properties"
        label="O excesso também pede o número de imóveis"
      />
      <h3 className={classes.title}>Alíquotas</h3>
      <Fields>
        <PercentField form={form} name="figures.rates.ibs_state" label="IBS do Estado" required />
        <PercentField form={form} name="figures.rates.ibs_municipal" label="IBS do município" required />
        <PercentField form={form} name="figures.rates.cbs" label="CBS" required />
        <PercentField form={form} name="figures.rates.lease_reduction" label="Redução para locações" required />
        <MoneyField form={form} name="figures.rates.social_reducer" label="Redutor social" required />
      </Fields>
      <SwitchField
        form={form}
        name="figures.rates.official"
        label="As alíquotas são oficiais"
        help="Desligado, são uma estimativa: aparecem como tal e não entram em nenhuma fatura."
      />
      <SwitchField form={form} name="figures.rates.collected" label="Os impostos são recolhidos, não só informados" />
      <SwitchField form={form} name="figures.rates.deducts_pis_cofins" label="PIS e Cofins saem da base" />
      <h3 className={classes.title}>Opção dos contratos antigos</h3>
      <Fields>
        <PercentField form={form} name="figures.fixed_rate.rate" label="Alíquota fixa" required />
        <DateField form={form} name="figures.fixed_rate.signed_until" label="Assinados até" required />
        <DateField form={form} name="figures.fixed_rate.registered_until" label="Registrados até" required />
        <DateField form={form} name="figures.fixed_rate.residential_until" label="Residenciais: até" required />
      </Fields>
    </TableWindow>
  );
}
