import { Button } from '@mantine/core';
import { TicketReply } from '@morada/contract/desk/support';
import { IconSend } from '@tabler/icons-react';
import { TextareaField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './reply-form.module.css';
import { useReply } from './ticket-queries.ts';

export function ReplyForm({ id }: { id: number }) {
  const reply = useReply(id);
  const form = useForm(TicketReply, {
    defaultValues: { message: '' },
    submit: (body) => reply.mutateAsync({ params: { id }, body }),
    onSaved: () => form.reset({ message: '' }),
  });
  return (
    <Form form={form}>
      <div className={classes.reply}>
        <TextareaField form={form} name="message" label="Resposta" rows={3} />
        <Button type="submit" leftSection={<IconSend size={15} />} loading={form.formState.isSubmitting}>
          Responder
        </Button>
      </div>
    </Form>
  );
}
