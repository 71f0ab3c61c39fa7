import { Button } from '@mantine/core';
import { type ChannelState, SmsChange } from '@morada/contract/collection/messages';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSaveSms } from './message-queries.ts';

/** How the SMS gateway is reached. The token is never sent back: its field begins blank. */
export function SmsForm({ state }: { state: ChannelState }) {
  const { mutateAsync: save } = useSaveSms();
  const isKept = state.connected;
  const { base_url, sender, deduplicates } = state;
  const form = useForm(SmsChange, {
    values: { base_url: base_url ?? '', sender: sender ?? '', token: '', deduplicates },
    complete: ({ token, ...open }) => ({ ...open, token: isKept ? token || undefined : token }),
    submit: (body) => save({ body }),
    onSaved: () => {
      form.reset(form.getValues());
      toast.success('SMS ligado');
    },
  });
  return (
    <Form form={form}>
      <FormSection
        title="Serviço de SMS"
        below="Um endereço que recebe POST em JSON, com o token em Authorization: to, text, id e from; e responde com id."
      >
        <TextField form={form} name="base_url" label="Endereço" required maxLength={300} />
        <TextField form={form} name="sender" label="Remetente" maxLength={20} help="Só se o serviço pede." />
        <PasswordField
          form={form}
          name="token"
          label="Token de acesso"
          required={!isKept}
          help={isKept ? 'Guardado. Preencha só para trocar.' : undefined}
        />
        <SwitchField form={form} name="deduplicates" label="Reconhece a mensagem pelo id e não a envia duas vezes" />
      </FormSection>
      <Button type="submit" disabled={isKept && !form.formState.isDirty} loading={form.formState.isSubmitting}>
        {isKept ? 'Salvar o SMS' : 'Conectar o SMS'}
      </Button>
    </Form>
  );
}
