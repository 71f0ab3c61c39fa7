import { TextInput } from '@mantine/core';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { IconFileText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useAccept } from './agreement-queries.ts';

const ACCEPT = { 'application/pdf': ['.pdf'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'] };

/** An acceptance on paper: who signed, and the signed text, which is kept with the contract. */
export function AcceptanceWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const [name, setName] = useState('');
  const [nameless, setNameless] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { mutateAsync: accept } = useAccept(id);
  const sending = useOneFile({
    maxBytes: debtAgreements.accept.upload.maxBytes,
    tooLarge: 'O arquivo passa de 10 MB.',
    send: (file, options) => accept({ params: { id }, body: { name }, file, name: file.name, ...options }),
    onSent: () => {
      toast.success('Aceite registrado: as faturas viraram parcelas.');
      onClose();
    },
  });
  function askForName() {
    setNameless(true);
    field.current?.focus();
  }
  return (
    <FormWindow title="Registrar aceite em papel" onClose={onClose} actions={{ close: 'Fechar' }}>
      <TextInput
        label="Quem assinou"
        withAsterisk
        maxLength={120}
        mb={16}
        value={name}
        ref={field}
        error={nameless && 'Informe quem assinou'}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setNameless(false);
        }}
      />
      <OneFileArea
        sending={{ ...sending, choose: (file) => (name.trim() ? sending.choose(file) : askForName()) }}
        label="Termo assinado"
        icon={IconFileText}
        invites={{ wide: 'Arraste o termo assinado para cá', phone: 'Escolha o termo assinado' }}
        reading="Guardando o termo"
        note="PDF ou foto, até 10 MB. Fica entre os documentos do contrato, com o seu resumo SHA-256."
        accept={ACCEPT}
        otherKind="Envie um PDF ou uma foto do termo."
      />
    </FormWindow>
  );
}
