import { PAPER_UPLOAD, type SignatureDetail, type SignatureSigner, signatures } from '@morada/contract/desk/signatures';
import { envelopeLife } from '@morada/domain/signature/envelope';
import { IconFileCertificate, IconFileText, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MessageWindow } from '#web/ui/overlay/message-window.tsx';
import { type SharedRecord, useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { FileWindow } from '#web/ui/upload/file-window.tsx';
import { Shown } from './envelope-parts.tsx';
import { signatureQuery, useCorrect } from './signature-queries.ts';
import { EnvelopeStatus } from './signature-status.tsx';
import { useSignatureQuestions } from './use-signature-questions.tsx';

// Most papers that are opened are out, or signed.
const DraftWindow = lazyWindow(
  () => import('./draft/draft-window.tsx'),
  ({ DraftWindow }) => DraftWindow,
);

type SignatureWindowProps = {
  id: number;
  onClose: () => void;
  /** Shows another one in its place. */
  onOpen: (id: number) => void;
};

/** A paper that is signed electronically: as a draft it is prepared, later it is followed. */
export function SignatureWindow({ id, onClose, onOpen }: SignatureWindowProps) {
  const { record, query, data } = useRecord({ what: 'este documento', query: signatureQuery(id) });
  if (!data)
    return (
      <RecordWindow title={`Documento ${id}`} width={960} onClose={onClose} actions={{ close: 'Fechar' }}>
        <QueryBoundary query={query} what="o documento" lines={12}>
          {() => null}
        </QueryBoundary>
      </RecordWindow>
    );
  if (data.state === 'DRAFT' && may(signatures.update.access))
    return <DraftWindow record={record} envelope={data} onClose={onClose} />;
  return <EnvelopeWindow record={record} envelope={data} onClose={onClose} onOpen={onOpen} />;
}

type EnvelopeWindowProps = {
  record: SharedRecord;
  envelope: SignatureDetail;
  onClose: () => void;
  onOpen: (id: number) => void;
};

/** A paper that was sent: who has signed, what happened, and its files. */
function EnvelopeWindow({ record, envelope, onClose, onOpen }: EnvelopeWindowProps) {
  const { id, title, state, subject } = envelope;
  const [told, setTold] = useState<SignatureSigner>();
  const [correcting, setCorrecting] = useState(false);
  const navigate = useNavigate();
  const { mutateAsync: correct } = useCorrect();
  const questions = useSignatureQuestions(id);
  const sends = may(signatures.send.access);
  const can = (event: Parameters<typeof envelopeLife.can>[1]) => sends && envelopeLife.can(state, event);
  const isOver = state === 'REFUSED' || state === 'EXPIRED' || state === 'WITHDRAWN';
  const open = (which: 'paper' | 'signed') => openFile(`/api/signature/${id}/${which}`).catch(toast.failure);
  return (
    <>
      <RecordWindow
        title={title}
        width={960}
        record={record}
        forms={[]}
        status={<EnvelopeStatus envelope={envelope} />}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          danger: can('withdraw') && { label: 'Retirar documento', onClick: questions.askWithdraw },
          others: [
            { label: 'Documento', icon: IconFileText, onClick: () => open('paper') },
            state === 'SIGNED' &&
              sends && { label: 'Corrigir', icon: IconFileUpload, onClick: () => setCorrecting(true) },
            isOver &&
              sends && {
                label: 'Preparar outro',
                icon: IconPlus,
                onClick: () =>
                  navigate({ to: '/contracts/signatures', search: { start: subject.kind, of: subject.id } }),
              },
          ],
          primary: state === 'SIGNED' && {
            label: 'Documento assinado',
            icon: IconFileCertificate,
            onClick: () => open('signed'),
          },
        }}
      >
        <Shown envelope={envelope} questions={sends ? questions : undefined} onTell={setTold} onOpen={onOpen} />
      </RecordWindow>
      {told?.message && (
        <MessageWindow
          title="Mensagem com o link"
          to={told}
          message={told.message}
          onClose={() => setTold(undefined)}
        />
      )}
      {correcting && (
        <FileWindow
          title="Corrigir documento"
          label="PDF corrigido"
          named="o PDF corrigido"
          limits={PAPER_UPLOAD}
          note="PDF até 20 MB. O assinado fica como está; o novo o cita e é assinado pelas mesmas pessoas."
          send={async (upload) => {
            const made = await correct({ params: { id }, body: {}, ...upload });
            onOpen(made.id);
          }}
          done="Rascunho da correção preparado"
          onClose={() => setCorrecting(false)}
        />
      )}
    </>
  );
}
