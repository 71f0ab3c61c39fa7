import { Button } from '@mantine/core';
import { type ChannelState, SmsChange } from '@morada/contract/collection/messages';
import { toast } from '#web/lib/toast.ts';
import { Fold } from '#web/ui/display/fold.tsx';
import { PasswordField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSaveSms } from './message-queries.ts';
import classes from './messages.module.css';

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
        below="Contrate um serviço de SMS e peça a ele o endereço e o token de acesso. O provedor precisa conferir se fala como a Morada: mostre a ele o que está abaixo."
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
      <Fold label="Para o provedor do SMS">
        <p className={classes.why}>
          O endereço recebe POST em JSON, com o token em Authorization: to, text, id e from; e responde com id.
        </p>
      </Fold>
      <Button type="submit" disabled={isKept && !form.formState.isDirty} loading={form.formState.isSubmitting}>
        {isKept ? 'Salvar o SMS' : 'Conectar o SMS'}
      </Button>
    </Form>
  );
}
