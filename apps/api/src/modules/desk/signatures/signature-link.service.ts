import { signedLinks } from '#api/modules/access/signed-words/signed-links.service.ts';

/** Links of those who sign. */
export const {
  path: signaturePath,
  isWord: isSignatureWord,
  openLinkOf,
} = signedLinks('signature', (id, word) => `/assinar/${id}-${word}`);
