import { Button } from '@mantine/core';
import { type ChannelState, WhatsAppChange } from '@morada/contract/collection/messages';
import { toast } from '#web/lib/toast.ts';
import { Fold } from '#web/ui/display/fold.tsx';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSaveWhatsApp } from './message-queries.ts';
import classes from './messages.module.css';

/** What one does at Meta, in order. */
const STEPS = [
  'Em business.facebook.com, tenha uma conta empresarial verificada, com o CNPJ e os documentos.',
  "Em developers.facebook.com, 'Meus apps', 'Criar app', tipo 'Empresa', acrescente o produto WhatsApp.",
  "Em 'WhatsApp', 'Configuração da API', acrescente o número da imobiliária, que não pode estar em uso no aplicativo do celular, e copie o identificador do número.",
  "Em 'Configurações da empresa', 'Usuários do sistema', crie um administrador, dê a ele o app e a conta do WhatsApp, e gere o token permanente. O da tela da API vale um dia.",
  "Em 'Configurações do app', 'Básico', copie a chave secreta do app.",
  "No 'Gerenciador do WhatsApp', 'Modelos de mensagem', crie o modelo geral na categoria 'Utilidade', em português do Brasil.",
  'Preencha os campos abaixo e clique em Conectar o WhatsApp. Testar agora mostra o nome e o número.',
  "De volta à Meta, em 'WhatsApp', 'Configuração', 'Webhook', cole o endereço dos avisos e o token de verificação que aparecem aqui.",
];

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
      <Fold label="Passo a passo na Meta">
        <ol className={classes.steps}>
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Fold>
      <FormSection
        title="Cloud API da Meta"
        below="Número da imobiliária no WhatsApp Business, com modelos aprovados na categoria utilidade, em português do Brasil. Cada pessoa precisa ter autorizado."
      >
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
      <Fold label="Endereço da Meta, para quem cuida do sistema" open={form.formState.errors.base_url !== undefined}>
        <TextField form={form} name="base_url" label="Endereço da API" required maxLength={300} />
      </Fold>
      <Button type="submit" disabled={isKept && !form.formState.isDirty} loading={form.formState.isSubmitting}>
        {isKept ? 'Salvar o WhatsApp' : 'Conectar o WhatsApp'}
      </Button>
    </Form>
  );
}
