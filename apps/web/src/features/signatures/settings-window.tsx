import { SignatureSettings, type signatures } from '@morada/contract/desk/signatures';
import { SIGNATURE_PROVIDERS } from '@morada/domain/signature/envelope';
import { SIGNER_CHANNELS } from '@morada/domain/signature/words';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { CertificateLine } from '#web/entities/certificate/certificate-line.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { NumberField, SegmentedField, SwitchField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow, RecordWindow } from '#web/ui/overlay/windows.tsx';
import { ClicksignCard } from './clicksign-card.tsx';
import { settingsQuery, useSaveSettings } from './signature-queries.ts';

type Shown = z.output<typeof signatures.settings.response>;

/** How papers go out from now on: deadline, reminders, seal, and who collects the signatures. */
export function SettingsWindow({ onClose }: { onClose: () => void }) {
  const settings = useQuery(settingsQuery());
  if (settings.data) return <SettingsForm settings={settings.data} onClose={onClose} />;
  return (
    <RecordWindow title="Configurar assinaturas" width={560} onClose={onClose} actions={{ close: 'Fechar' }}>
      <QueryBoundary query={settings} what="a configuração" lines={5}>
        {() => null}
      </QueryBoundary>
    </RecordWindow>
  );
}

const PROVIDERS = Object.entries(SIGNATURE_PROVIDERS).map(([value, label]) => ({ value, label }));

function SettingsForm({ settings, onClose }: { settings: Shown; onClose: () => void }) {
  const { mutateAsync: save } = useSaveSettings();
  const { has_certificate, channels, ...values } = settings;
  // A token that is typed is not lost by saving what stands above it.
  const [linking, setLinking] = useState(false);
  const form = useForm(SignatureSettings, {
    defaultValues: values,
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success(linking ? 'Configuração salva. Falta salvar a ligação com a Clicksign.' : 'Configuração salva');
      if (!linking) onClose();
    },
  });
  const seal = form.watch('seal');
  return (
    <FormWindow title="Configurar assinaturas" onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <Fields>
            <NumberField
              form={form}
              name="deadline_days"
              label="Prazo (dias)"
              help="Dias para assinar, a partir de hoje. Muda em cada documento."
              min={1}
              max={90}
              required
            />
            <NumberField
              form={form}
              name="remind_days"
              label="Lembrar a cada (dias)"
              help="0 não lembra."
              max={30}
              required
            />
          </Fields>
          <SwitchField
            form={form}
            name="seal"
            label="Selar com o certificado A1 da imobiliária"
            help="O arquivo assinado ganha um selo que qualquer leitor de PDF confere."
          />
          {seal && !has_certificate && (
            <Callout tone="warning">
              Falta o certificado A1, ou ele venceu. Até lá os arquivos saem com as provas e o resumo SHA-256, sem selo.
            </Callout>
          )}
          {seal && <CertificateLine client={null} absent="Nenhum certificado guardado. " />}
          <SegmentedField form={form} name="provider" label="Quem recolhe as assinaturas" options={PROVIDERS} />
          <Callout tone="known">
            Canais ligados para o link e o código:{' '}
            {channels.length > 0 ? channels.map((channel) => SIGNER_CHANNELS[channel]).join(', ') : 'nenhum'}.{' '}
            {may('COLLECTION_VIEW') && (
              <Link to="/settings/messages" search={{ tab: 'canais' }}>
                Ver canais
              </Link>
            )}
          </Callout>
        </Fields>
      </Form>
      <ClicksignCard onTyping={setLinking} />
    </FormWindow>
  );
}
