import { PasswordInput } from '@mantine/core';
import { CERTIFICATE_UPLOAD } from '@morada/contract/fiscal/fiscal-certificates';
import { formatDate } from '@morada/domain/base/calendar';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useCertificate } from './certificate-queries.ts';

const ACCEPT = { 'application/x-pkcs12': ['.pfx', '.p12'] };

/** The file of a certificate (A1) and its password, which is used once to open it and not kept. */
export function CertificateWindow({ client, onClose }: { client: number | null; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const { save } = useCertificate(client);
  const sending = useOneFile({
    maxBytes: CERTIFICATE_UPLOAD.maxBytes,
    tooLarge: 'O arquivo é grande demais para um certificado.',
    send: (file, options) => save({ body: { password }, file, name: file.name, ...options }),
    onSent: (_, { until }) => {
      toast.success(`Certificado guardado. Vale até ${formatDate(until)}.`);
      onClose();
    },
  });
  return (
    <FormWindow title="Certificado digital" terms={['nfse']} onClose={onClose} actions={{ close: 'Fechar' }}>
      <PasswordInput
        label="Senha do certificado"
        description="A que foi escolhida quando o arquivo foi gerado. Ela abre o arquivo uma vez, e não fica guardada."
        maxLength={200}
        mb={16}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar a senha' }}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <OneFileArea
        sending={sending}
        label="Certificado"
        icon={IconCertificate}
        invites={{
          wide: 'Digite a senha e arraste o certificado para cá',
          phone: 'Escolha o certificado',
        }}
        reading="Conferindo o certificado"
        note="Certificado A1, arquivo .pfx ou .p12, do CNPJ que emite as notas. Fica guardado com criptografia e não sai mais daqui."
        accept={ACCEPT}
        otherKind="Envie o arquivo .pfx ou .p12 do certificado A1."
      />
    </FormWindow>
  );
}
