import { Button } from '@mantine/core';
import { proposals } from '@morada/contract/proposals';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import type { PickerOption } from '#web/ui/form/picker.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './guarantor-form.module.css';
import { useGuarantors } from './proposal-queries.ts';
import { NOBODY } from './proposal-values.ts';
import type { NewClientSlot, PickerSlot } from './slots.ts';

type GuarantorFormProps = { proposalId: number; clientPicker: PickerSlot; newClient?: NewClientSlot };

export function GuarantorForm({ proposalId, clientPicker, newClient }: GuarantorFormProps) {
  const { add: addGuarantor } = useGuarantors(proposalId);
  const [created, setCreated] = useState<PickerOption>();
  const form = useForm(proposals.addGuarantor.body, {
    defaultValues: { user_id: NOBODY },
    submit: addGuarantor,
    onSaved: () => {
      form.reset({ user_id: NOBODY });
      toast.success('Fiador adicionado com sucesso!');
    },
  });
  return (
    <Form form={form}>
      <div className={classes.row}>
        <div className={classes.picker}>
          {clientPicker({ form, name: 'user_id', label: 'Fiador', chosen: created })}
        </div>
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconPlus size={15} />} loading={form.formState.isSubmitting}>
            Adicionar fiador
          </Button>
          {newClient?.((client) => {
            setCreated(client);
            form.setValue('user_id', client.value, { shouldDirty: true });
          })}
        </div>
      </div>
    </Form>
  );
}
