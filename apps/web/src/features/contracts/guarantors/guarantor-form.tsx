import { Button } from '@mantine/core';
import { proposals } from '@morada/contract/lease/proposals';
import { IconPlus } from '@tabler/icons-react';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { useAddGuarantor } from '#web/features/contracts/list/contract-rows.ts';
import { NOBODY } from '#web/features/contracts/terms/contract-values.ts';
import { toast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './guarantor-form.module.css';

export function GuarantorForm({ contractId }: { contractId: number }) {
  const add = useAddGuarantor(contractId);
  const form = useForm(proposals.addGuarantor.body, {
    defaultValues: { user_id: NOBODY },
    submit: (body) => add.mutateAsync({ params: { id: contractId }, body }),
    onSaved: () => {
      form.reset({ user_id: NOBODY });
      toast.success('Fiador adicionado com sucesso!');
    },
  });
  return (
    <Form form={form}>
      <div className={classes.row}>
        <div className={classes.picker}>
          <ClientPicker
            form={form}
            name="user_id"
            label="Fiador"
            first="GUARANTOR"
            create={{ type: 'GUARANTOR', label: 'Adicionar novo cliente' }}
          />
        </div>
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconPlus size={15} />} loading={form.formState.isSubmitting}>
            Adicionar fiador
          </Button>
        </div>
      </div>
    </Form>
  );
}
