import {
  type Agency,
  type AgencyUpdate,
  type AgreementChange,
  agency,
  LOGO_UPLOAD,
  PICTURE_UPLOAD,
  type PictureKind,
} from '@morada/contract/registry/agency';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { usePatch } from '#web/lib/api/use-patch.ts';
import { toast } from '#web/lib/toast.ts';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';

export type AgencyValues = z.input<typeof AgencyUpdate>;
export type AgreementValues = z.input<typeof AgreementChange>;

export const agencyQuery = { ...query(agency.show, {}), ...WHILE_EDITED };

export const useSaveAgency = () => useMutation(recordMutation(agency.update, agencyQuery));
export const useSaveAgreement = () => useMutation(recordMutation(agency.setAgreement, agencyQuery));

/** The pictures of the agency: their words, and the member of the record that holds each path. */
export const PICTURES = {
  logo: { column: 'logo', name: 'Logotipo', verb: 'logotipo', gender: 'o' },
  'logo-dark': { column: 'logo_dark', name: 'Logotipo para fundo escuro', verb: 'logotipo escuro', gender: 'o' },
  icon: { column: 'icon', name: 'Ícone', verb: 'ícone', gender: 'o' },
  cover: { column: 'cover', name: 'Foto de capa', verb: 'foto de capa', gender: 'a' },
} as const satisfies Record<
  PictureKind | 'logo',
  { column: keyof Agency; name: string; verb: string; gender: 'o' | 'a' }
>;
export type PictureName = keyof typeof PICTURES;

/** A picture goes its own way: it is there as soon as it is up, whatever else is being typed. */
export function usePicture(kind: PictureName) {
  const { column, name, gender } = PICTURES[kind];
  const { maxBytes } = kind === 'logo' ? LOGO_UPLOAD : PICTURE_UPLOAD;
  const patch = usePatch<Agency>(agencyQuery);
  const { mutateAsync: setLogo } = useMutation(mutation(agency.setLogo, { upToDate: agencyQuery }));
  const { mutateAsync: removeLogo } = useMutation(mutation(agency.removeLogo, { upToDate: agencyQuery }));
  const { mutateAsync: setPicture } = useMutation(mutation(agency.setPicture, { upToDate: agencyQuery }));
  const { mutateAsync: removePicture } = useMutation(mutation(agency.removePicture, { upToDate: agencyQuery }));
  const sending = useOneFile({
    maxBytes,
    tooLarge: `O arquivo passa de ${maxBytes / 1_000_000} MB`,
    send: async (file, options) => {
      const sent = { file, name: file.name, ...options };
      const after = await (kind === 'logo' ? setLogo(sent) : setPicture({ params: { kind }, ...sent }));
      patch(() => ({ [column]: after[column] }));
      return after;
    },
    onSent: () => toast.success(`${name} atualizad${gender}`),
  });
  async function remove() {
    await (kind === 'logo' ? removeLogo({}) : removePicture({ params: { kind } }));
    patch(() => ({ [column]: null }));
    toast.success(`${name} removid${gender}`);
  }
  return { sending, remove };
}
