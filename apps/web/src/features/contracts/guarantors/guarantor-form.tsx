import { Button } from '@mantine/core';
import { proposals } from '@morada/contract/proposals';
import { IconPlus } from '@tabler/icons-react';
import { useAddGuarantor } from '#web/features/contracts/list/contract-rows.ts';
import type { PickerSlot } from '#web/features/contracts/slots.ts';
import { NOBODY } from '#web/features/contracts/terms/contract-values.ts';
import { toast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './guarantor-form.module.css';

type GuarantorFormProps = { contractId: number; clientPicker: PickerSlot };

export function GuarantorForm({ contractId, clientPicker }: GuarantorFormProps) {
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
        <div className={classes.picker}>{clientPicker({ form, name: 'user_id', label: 'Fiador' })}</div>
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconPlus size={15} />} loading={form.formState.isSubmitting}>
            Adicionar fiador
          </Button>
        </div>
      </div>
    </Form>
  );
}
