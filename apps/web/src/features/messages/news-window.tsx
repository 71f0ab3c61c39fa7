import { Button } from '@mantine/core';
import { type News, NewsChange } from '@morada/contract/collection/messages';
import { isAnnounced, kindLabel } from '@morada/domain/messages/kinds';
import { MESSAGE_FIELDS, type MessageField } from '@morada/domain/messages/news';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { NumberField, SwitchField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { usePreview, useSaveNews } from './message-queries.ts';
import { ORDER_OPTIONS, orderOf } from './message-words.ts';
import classes from './messages.module.css';

const AT_ONCE = 'AT_ONCE';
const HOURS = [
  { value: AT_ONCE, label: 'Logo que acontece' },
  ...Array.from({ length: 12 }, (_, index) => ({ value: String(index + 8), label: `${index + 8} h` })),
];
const USUAL = { value: '', label: 'A ordem da imobiliária' };

/** Text, hour and channels of one kind of news, with a preview of a real case. */
export function NewsWindow({ news, onClose }: { news: News; onClose: () => void }) {
  const { kind, fields, version: _, ...values } = news;
  const save = useSaveNews();
  const preview = usePreview();
  const form = useForm(NewsChange, {
    values: { ...values, template: values.template ?? '' },
    complete: (held) => ({ ...held, template: held.template || null }),
    submit: (body) => save.mutateAsync({ params: { kind }, body }),
    onSaved: () => {
      toast.success('Aviso atualizado');
      onClose();
    },
  });
  const [hour, channels, subject, text, template] = useWatch({
    control: form.control,
    name: ['hour', 'channels', 'subject', 'text', 'template'],
  });
  const show = () => preview.mutateAsync({ params: { kind }, body: { subject, text } }).catch(toast.failure);
  return (
    <FormWindow title={kindLabel(kind)} onClose={onClose} form={form} verb="Salvar aviso">
      <Form form={form}>
        <Fields columns={1}>
          <SwitchField form={form} name="active" label="Enviar este aviso" />
          <Select
            label="Hora"
            data={HOURS}
            value={hour === null ? AT_ONCE : String(hour)}
            allowDeselect={false}
            onChange={(value) => form.setValue('hour', value === AT_ONCE ? null : Number(value), { shouldDirty: true })}
          />
          {isAnnounced(kind) && <NumberField form={form} name="days" label="Dias antes" required min={0} max={120} />}
          <Select
            label="Canais"
            data={[USUAL, ...ORDER_OPTIONS]}
            value={channels?.join() ?? ''}
            allowDeselect={false}
            onChange={(value) => form.setValue('channels', value ? orderOf(value) : null, { shouldDirty: true })}
          />
          <TextField form={form} name="subject" label="Assunto" required maxLength={120} />
          <TextareaField form={form} name="text" label="Texto" required rows={7} help={fieldWords(fields)} />
          <TextField
            form={form}
            name="template"
            label="Modelo no WhatsApp"
            maxLength={512}
            help="Nome do modelo aprovado com este texto. Em branco, vai pelo modelo geral do canal."
          />
        </Fields>
      </Form>
      <div className={classes.actions}>
        <Button variant="default" loading={preview.isPending} onClick={show}>
          Ver com um caso real
        </Button>
      </div>
      {preview.data && (
        <Wide>
          <p className={classes.why} role="status">
            {preview.data.client
              ? `Como ${preview.data.client} receberia`
              : 'Ainda não há um caso: com valores inventados'}
            . Acontecendo agora, sairia <Moment value={preview.data.send_at} />.
          </p>
          <p className={classes.text}>
            <b>{preview.data.subject}</b>
            {'\n'}
            {preview.data.text}
          </p>
          {!template && preview.data.whatsapp_cut && (
            <>
              <p className={classes.why}>
                Passa de 900 caracteres: pelo modelo geral do WhatsApp chega cortado, assim:
              </p>
              <p className={classes.text}>{preview.data.whatsapp_cut}</p>
            </>
          )}
          <p className={classes.why}>Texto para cadastrar o modelo no WhatsApp:</p>
          <p className={classes.text}>{preview.data.template}</p>
        </Wide>
      )}
    </FormWindow>
  );
}

const fieldWords = (fields: readonly string[]) =>
  `Campos: ${fields.map((name) => `{{${name}}} ${MESSAGE_FIELDS[name as MessageField].label.toLowerCase()}`).join('; ')}.`;
