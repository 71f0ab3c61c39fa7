import { agency } from '@morada/contract/registry/agency';
import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

/** Page with the bank agreement and the agency's own data. */
export const AGENCY_PAGE: string = '/settings/agency';

const MISSING = ['NO_AGREEMENT', 'AGENCY_INCOMPLETE'];

/** If settings are missing for a boleto, offers their page to users with access; resolves to whether it did. */
export function useSettingsFirst() {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiProblem) || !MISSING.includes(error.code) || !may(agency.show.access)) return false;
    const goes = await confirm({
      title: 'Falta configurar a cobrança',
      body: error.message,
      verb: 'Abrir Imobiliária',
      back: 'Agora não',
    });
    if (goes) navigate({ to: AGENCY_PAGE });
    return true;
  };
}
