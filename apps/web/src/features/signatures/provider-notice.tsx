import { Button } from '@mantine/core';
import { signatureProvider } from '@morada/contract/desk/signature-provider';
import type { SignatureDetail } from '@morada/contract/desk/signatures';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';

/** What still waits of a paper that is signed at Clicksign, and why. */
export function ProviderNotice({ envelope }: { envelope: SignatureDetail }) {
  const { data } = useQuery(query(signatureProvider.errand, { params: { id: envelope.id } }));
  const { mutateAsync: retry, isPending } = useMutation(mutation(signatureProvider.retry));
  const errand = data?.errand;
  if (!errand) return envelope.state === 'OUT' ? <Callout tone="known">A caminho da Clicksign.</Callout> : null;
  const { sent_at, over_at, problem } = errand;
  if (over_at !== null) return problem ? <Callout tone="warning">{problem}</Callout> : null;
  if (!problem)
    return sent_at === null && envelope.state === 'OUT' ? (
      <Callout tone="known">A caminho da Clicksign.</Callout>
    ) : null;
  const again = () =>
    retry({ params: { id: envelope.id } }).then(() => toast.success('Tentando de novo na Clicksign'), toast.failure);
  return (
    <Callout
      tone="failed"
      action={
        may(signatureProvider.retry.access) && (
          <Button size="xs" variant="default" loading={isPending} onClick={again}>
            Tentar de novo
          </Button>
        )
      }
    >
      {waits(envelope, sent_at)} {problem}
    </Callout>
  );
}

function waits({ state }: SignatureDetail, sentAt: string | null): string {
  if (state === 'SEALING') return 'Todos assinaram, mas o arquivo ainda não veio da Clicksign:';
  if (state !== 'OUT') return 'Falta encerrar este documento na Clicksign:';
  return sentAt === null
    ? 'Ainda não chegou à Clicksign, e ninguém foi avisado:'
    : 'A Clicksign não disse o que aconteceu:';
}
