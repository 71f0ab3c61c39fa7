import { Button } from '@mantine/core';
import { type ChannelState, WhatsAppChange } from '@morada/contract/collection/messages';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSaveWhatsApp } from './message-queries.ts';

/** How the Cloud API is reached. Secrets are never sent back: their fields begin blank. */
export function WhatsAppForm({ state }: { state: ChannelState }) {
  const { mutateAsync: save } = useSaveWhatsApp();
  const isKept = state.connected;
  const values = {
    base_url: state.base_url ?? 'https://graph.facebook.com/v23.0',
    sender: state.sender ?? '',
    template: state.template ?? '',
    token: '',
    app_secret: '',
  };
  const form = useForm(WhatsAppChange, {
    values,
    complete: ({ token, app_secret, template, ...open }) => ({
      ...open,
      template: template || null,
      token: isKept ? token || undefined : token,
      app_secret: isKept ? app_secret || undefined : app_secret,
    }),
    submit: (body) => save({ body }),
    onSaved: () => {
      form.reset(form.getValues());
      toast.success('WhatsApp ligado');
    },
  });
  const kept = isKept ? 'Guardado. Preencha só para trocar.' : undefined;
  return (
    <Form form={form}>
      <FormSection
        title="Cloud API da Meta"
        below="Número da imobiliária no WhatsApp Business, com modelos aprovados na categoria utilidade, em português do Brasil. Cada pessoa precisa ter autorizado. O passo a passo está no guia do operador."
      >
        <TextField form={form} name="base_url" label="Endereço da API" required maxLength={300} />
        <TextField form={form} name="sender" label="Identificador do número" required maxLength={20} />
        <PasswordField form={form} name="token" label="Token de acesso" required={!isKept} help={kept} />
        <PasswordField
          form={form}
          name="app_secret"
          label="Chave secreta do aplicativo"
          required={!isKept}
          help={kept}
        />
        <TextField
          form={form}
          name="template"
          label="Modelo geral"
          maxLength={512}
          help="Modelo com dois campos: {{1}} o assunto, {{2}} o texto."
        />
      </FormSection>
      <Button type="submit" disabled={isKept && !form.formState.isDirty} loading={form.formState.isSubmitting}>
        {isKept ? 'Salvar o WhatsApp' : 'Conectar o WhatsApp'}
      </Button>
    </Form>
  );
}
