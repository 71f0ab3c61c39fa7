import { session } from '@morada/contract/access/session';
import type { Answer } from '@morada/contract/base/endpoint';
import { templates } from '@morada/contract/lease/templates';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { openLink } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';

export type GeneratedContract = Answer<typeof templates.generate>;

/** The PDF among the contract's documents; it opens in another tab. */
export function useGenerateContract(contractId: number) {
  const { mutateAsync, isPending } = useMutation(
    mutation(templates.generate, { failure: 'Não foi possível gerar o contrato' }),
  );

  async function generate(template_id: number) {
    let document: GeneratedContract | undefined;
    try {
      await openLink(async () => {
        document = await mutateAsync({ params: { id: contractId }, body: { template_id } });
        return api(session.ticket, { body: { path: document.url } });
      });
    } catch (error) {
      toast.failure(error); // The document may be there even so, and only its address not.
    }
    return document;
  }

  return { generate, generating: isPending };
}
