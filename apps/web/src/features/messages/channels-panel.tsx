import { MessageSettings, messages } from '@morada/contract/collection/messages';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MoneyField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { ChangesBar, unsavedOf } from '#web/ui/form/save-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ChannelSection } from './channel-section.tsx';
import { type Settings, settingsQuery, useSaveSettings } from './message-queries.ts';
import { ORDER_OPTIONS, orderOf } from './message-words.ts';
import { SmsForm } from './sms-form.tsx';
import { WhatsAppForm } from './whatsapp-form.tsx';

/** Channels, their order and what a message costs. */
export function ChannelsPanel() {
  const query = useQuery(settingsQuery);
  return (
    <QueryBoundary query={query} what="os canais" lines={12}>
      {(settings) => (
        <>
          <OrderForm settings={settings} />
          {settings.states.map((state) => (
            <ChannelSection key={state.channel} state={state}>
              {state.channel === 'WHATSAPP' && may(messages.saveWhatsApp.access) && <WhatsAppForm state={state} />}
              {state.channel === 'SMS' && may(messages.saveSms.access) && <SmsForm state={state} />}
            </ChannelSection>
          ))}
        </>
      )}
    </QueryBoundary>
  );
}

function OrderForm({ settings }: { settings: Settings }) {
  const { mutateAsync: save } = useSaveSettings();
  const { channels, whatsapp_cost, email_cost, sms_cost } = settings;
  const form = useForm(MessageSettings, {
    values: { channels, whatsapp_cost, email_cost, sms_cost },
    submit: (body) => save({ body }),
    onSaved: () => toast.success('Canais atualizados'),
  });
  const order = useWatch({ control: form.control, name: 'channels' });
  const edits = may(messages.saveSettings.access);
  return (
    <>
      <Form form={form}>
        <FormSection
          title="Ordem e preços"
          below="Cada mensagem vai pelo primeiro canal ligado que a pessoa autorizou e para o qual tem endereço. O preço é o que você paga ao provedor por mensagem: o do WhatsApp é cobrado em dólar pela Meta, na categoria utilidade."
        >
          <Select
            label="Ordem dos canais"
            data={ORDER_OPTIONS}
            value={order.join()}
            allowDeselect={false}
            disabled={!edits}
            onChange={(value) => value && form.setValue('channels', orderOf(value), { shouldDirty: true })}
          />
          <MoneyField form={form} name="whatsapp_cost" label="Preço no WhatsApp" required disabled={!edits} />
          <MoneyField form={form} name="sms_cost" label="Preço do SMS" required disabled={!edits} />
          <MoneyField form={form} name="email_cost" label="Preço do e-mail" required disabled={!edits} />
        </FormSection>
      </Form>
      <ChangesBar of={unsavedOf(form)} />
    </>
  );
}
