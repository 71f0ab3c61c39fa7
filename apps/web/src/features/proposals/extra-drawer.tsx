import { Input } from '@mantine/core';
import { ExtraCreate } from '@morada/contract/proposals';
import { toast } from '#web/lib/toast.ts';
import { MoneyField, SegmentedField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormDrawer } from '#web/ui/windows.tsx';
import classes from './extra-drawer.module.css';
import { EXTRA_TYPES, INFLUENCES } from './extra-words.ts';
import { useExtras } from './proposal-queries.ts';

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

export function ExtraDrawer({ proposalId, onClose }: { proposalId: number; onClose: () => void }) {
  const { add: addExtra } = useExtras(proposalId);
  const form = useForm(ExtraCreate, {
    defaultValues: { description: '', type: 'CREDIT', influence: 'RENT', boleto: true, transfer: false },
    submit: addExtra,
    onSaved: () => {
      toast.success('Dados atualizados');
      onClose();
    },
  });
  return (
    <FormDrawer
      title="Adicionar dedução ou acréscimo"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Adicionar', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="description" label="Descrição" required maxLength={200} autoFocus />
          <MoneyField form={form} name="amount" label="Valor" required />
          <SegmentedField
            form={form}
            name="type"
            label="Tipo"
            required
            options={options(EXTRA_TYPES)}
            help="Dedução desconta, acréscimo soma."
          />
          <SegmentedField
            form={form}
            name="influence"
            label="Influência"
            required
            options={options(INFLUENCES)}
            help="Aluguel entra na base da taxa de administração; despesa não entra."
          />
          <Input.Wrapper label="Destino" labelElement="div" withAsterisk>
            <div className={classes.flags}>
              <SwitchField form={form} name="boleto" label="Próximo boleto do inquilino" />
              <SwitchField form={form} name="transfer" label="Próximo repasse ao proprietário" />
            </div>
          </Input.Wrapper>
        </Fields>
      </Form>
    </FormDrawer>
  );
}
